"""Pictures, films and QR codes, drawn in worker processes."""
