"""The wire protocol: the messages that server and browser exchange. docs/protocol.md explains it to client authors."""
