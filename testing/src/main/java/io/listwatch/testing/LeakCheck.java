package io.listwatch.testing;

/** What happens when a test leaves watches or threads behind. Checked when the server is closed. */
public enum LeakCheck {
  /** No check. */
  OFF,

  /** Leaks are printed on standard error. */
  WARN,

  /** Leaks are printed, and the test class fails. */
  FAIL
}
