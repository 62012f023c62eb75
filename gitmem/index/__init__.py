"""The search index: chunks of notes with their dates in one disposable SQLite file, and answers from it."""
