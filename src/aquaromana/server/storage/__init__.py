"""The database: schema, migrations, transactions, group commit, and notifications between processes."""
