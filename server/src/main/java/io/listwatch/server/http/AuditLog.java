package io.listwatch.server.http;

import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.UserInfo;

/**
 * Learns what was asked, by whom, and what came of it.
 *
 * <p>Called by threads that must not wait.
 */
@FunctionalInterface
public interface AuditLog {
  /** Forgets everything. */
  static AuditLog none() {
    return entry -> {};
  }

  /**
   * A request has begun, for whoever wants to know which are in progress.
   *
   * @param id that {@link #record} will name, too
   */
  default void begin(String id, AccessRequest request) {}

  /** A request is over. */
  void record(Entry entry);

  /**
   * One request.
   *
   * @param id that the client was told, or had chosen
   * @param caller who asked; the request's user unless they were taken for somebody else
   * @param code of the response; 0 if there was none
   */
  record Entry(String id, UserInfo caller, AccessRequest request, int code, long nanos) {}
}
