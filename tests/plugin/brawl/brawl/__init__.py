"""Brawl: Scuffle with turns and the commands of the GM."""
