package io.listwatch.server.resource;

/**
 * Completes a stored object that was written before the fields that it lacks had a default.
 *
 * <p>Thread-safe, and a function of its argument alone.
 */
@FunctionalInterface
public interface ReadDefaults {
  /** Objects are served as they are stored. */
  ReadDefaults NONE = stored -> stored;

  /** The object's JSON with its defaults; the very same array if it lacks none. */
  byte[] complete(byte[] stored);
}
