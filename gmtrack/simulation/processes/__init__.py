"""Play many fights at once: in several processes, or on several machines."""
