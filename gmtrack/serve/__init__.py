"""The players' page: a small server for phones and televisions on the table's own network. It
sends what players may know, and accepts answers to questions and raised hands, nothing else."""
