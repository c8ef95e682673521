"""Section 6: every doubt about the source, the default ruling and its house-rule key."""
