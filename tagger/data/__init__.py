"""Files that tagger ships: schemas, vocabularies, registered datasets."""
