package io.listwatch.storage;

/** What one revision did to one key. */
public sealed interface Change {
  Key key();

  /** The key was absent and now is not. */
  record Created(StoredEntry current) implements Change {
    @Override
    public Key key() {
      return current.key();
    }
  }

  /** The key has another value, or was written again with the same. */
  record Updated(StoredEntry current, StoredEntry previous) implements Change {
    public Updated {
      if (!current.key().equals(previous.key())) {
        throw new IllegalArgumentException(
            "previous: %s (expected: of %s)".formatted(previous, current.key()));
      }
    }

    @Override
    public Key key() {
      return current.key();
    }
  }

  /** The key was deleted or has expired. Carries what it was before. */
  record Deleted(StoredEntry previous) implements Change {
    @Override
    public Key key() {
      return previous.key();
    }
  }
}
