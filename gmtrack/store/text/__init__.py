"""An encounter as text: YAML read from a stream of events, values written, layout kept."""
