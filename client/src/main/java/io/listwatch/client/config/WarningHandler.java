package io.listwatch.client.config;

/**
 * Is told what servers warn of, such as that a version of an API will go away.
 *
 * <p>Thread-safe, and quick: called by whoever made the request.
 */
@FunctionalInterface
public interface WarningHandler {
  /** Tells nobody. */
  WarningHandler NONE = text -> {};

  /** Logs each warning once. */
  static WarningHandler log() {
    return new WarningLog();
  }

  void warn(String text);
}
