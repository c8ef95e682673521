"""Every doubt about the source, its default ruling, and the house rules in force."""
