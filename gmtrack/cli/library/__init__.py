"""What there is to take from: ready-made encounters, the stock, schemas, characters of other
programs."""
