package io.listwatch.server.resource;

/**
 * Sets defaults on an object that was stored before its missing fields had a default.
 *
 * <p>Thread-safe, and a pure function of its argument.
 */
@FunctionalInterface
public interface ReadDefaults {
  /** Leaves objects as they are stored. */
  ReadDefaults NONE = json -> json;

  /** Returns the object's JSON with its defaults; the same array if none is missing. */
  byte[] complete(byte[] json);
}
