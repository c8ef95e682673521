"""Commands about ready-made and foreign things: encounters, the stock, schemas, characters of
other programs."""
