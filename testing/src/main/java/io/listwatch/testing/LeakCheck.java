package io.listwatch.testing;

/** What is done about watches and threads that a test leaves behind when its server is closed. */
public enum LeakCheck {
  /** Nothing. */
  OFF,

  /** They are named on standard error. */
  WARN,

  /** They are named, and the test class fails. */
  FAIL
}
