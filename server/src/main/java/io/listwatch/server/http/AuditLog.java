package io.listwatch.server.http;

import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.UserInfo;

/**
 * Receives an entry for each request: the user, the request and the response code.
 *
 * <p>Called by event loops: it must not block.
 */
@FunctionalInterface
public interface AuditLog {
  /** Returns a log that drops all entries. */
  static AuditLog none() {
    return entry -> {};
  }

  /**
   * Called when a request begins, for logs that show requests in progress.
   *
   * @param id the audit ID, which {@link #record} will get too
   */
  default void begin(String id, AccessRequest request) {}

  /** Called when a request is complete. */
  void record(Entry entry);

  /**
   * The audit entry of one request.
   *
   * @param id the audit ID, which the client sent or the server generated
   * @param source the IP address of the client, or of the proxy in front of it
   * @param caller the authenticated user; differs from the request's user if the caller
   *     impersonates. The user of a request that could not be authenticated has an empty name
   * @param code the status code of the response; 0 if there was none
   */
  record Entry(
      String id, String source, UserInfo caller, AccessRequest request, int code, long nanos) {}
}
