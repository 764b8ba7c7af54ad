package io.listwatch.reflector;

/**
 * The state of a reflector.
 *
 * <pre>
 *        RESUMING ─────────╮
 *        ▲   ▼             ▼
 *   NEW ──▶ STREAMING ──▶ WATCHING ──▶ STOPPED (from anywhere, by close)
 *              │ ▲   ╲      ▲  │ ▲
 *              ▼ │    ▼     │  ▼ │
 *            WAITING ◀── LISTING  WAITING
 * </pre>
 */
public enum ReflectorState {
  /** Not running yet. */
  NEW,
  /** Resuming from the state of an earlier run of the program. */
  RESUMING,
  /** Fetching the initial state page by page. */
  LISTING,
  /** Fetching the initial state by a streaming list. */
  STREAMING,
  /** Up to date and watching for changes. */
  WATCHING,
  /** Backing off after a failure, before the next attempt. */
  WAITING,
  /** Closed for good. */
  STOPPED
}
