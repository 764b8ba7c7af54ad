package io.listwatch.server.http;

import io.listwatch.server.auth.AccessRequest;

/**
 * Learns what was asked, by whom, and what came of it.
 *
 * <p>Called once for each request that is over, by threads that must not wait.
 */
@FunctionalInterface
public interface AuditLog {
  /** Forgets everything. */
  static AuditLog none() {
    return entry -> {};
  }

  void record(Entry entry);

  /**
   * One request.
   *
   * @param id that the client was told, or had chosen
   * @param code of the response; 0 if there was none
   */
  record Entry(String id, AccessRequest request, int code, long nanos) {}
}
