package io.listwatch.testing;

/**
 * The reaction to watches and threads that a test leaks. Leaks are detected when the server is
 * closed.
 */
public enum LeakCheck {
  /** No check. */
  OFF,

  /** Leaks are printed on standard error. */
  WARN,

  /** Leaks are printed, and the test class fails. */
  FAIL
}
