"""Every doubt about the source: question, default ruling, house-rule key (section 6)."""
