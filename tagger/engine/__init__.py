"""From a tree to findings and fixes: detection, rules, selection, suppression."""
