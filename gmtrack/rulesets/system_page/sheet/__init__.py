"""Sheets and live states, as a page describes them."""
