package io.listwatch.client.config;

/**
 * Receives the {@code Warning} headers of servers, such as that an API version is deprecated.
 *
 * <p>Thread-safe, and quick: called on the thread of the request.
 */
@FunctionalInterface
public interface WarningHandler {
  /** Ignores warnings. */
  WarningHandler NONE = text -> {};

  /** Logs each warning once. */
  static WarningHandler log() {
    return new WarningLog();
  }

  void warn(String text);
}
