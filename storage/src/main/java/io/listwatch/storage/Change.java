package io.listwatch.storage;

/** The effect of one revision on one key. */
public sealed interface Change {
  Key key();

  /** The key was absent and now exists. */
  record Created(StoredEntry current) implements Change {
    @Override
    public Key key() {
      return current.key();
    }
  }

  /** The key was written again, with another value or the same. */
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

  /** The key was deleted or has expired. Carries its last entry. */
  record Deleted(StoredEntry previous) implements Change {
    @Override
    public Key key() {
      return previous.key();
    }
  }
}
