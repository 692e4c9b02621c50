"""The process around the application: uvicorn with our limits, data folder, secret, garbage collection."""
