package io.listwatch.reflector;

/**
 * What a reflector is doing.
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
  /** Going on from what an earlier run of the program left. */
  RESUMING,
  /** Fetching the initial state page by page. */
  LISTING,
  /** Fetching the initial state through a watch. */
  STREAMING,
  /** Up to date and following. */
  WATCHING,
  /** Pausing after a failure, before the next attempt. */
  WAITING,
  /** Closed for good. */
  STOPPED
}
