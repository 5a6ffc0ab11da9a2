"""The words that every layer speaks: places, findings, rules, detections, tags, errors."""
