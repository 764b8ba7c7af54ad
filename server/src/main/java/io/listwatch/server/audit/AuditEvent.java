package io.listwatch.server.audit;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One event of a request, before it is encoded.
 *
 * @param code the status code of the response; 0 if there was none
 * @param panic describes the exception that ended the request; null if there was none
 * @param sent the request body; null if there was none
 * @param patches true if {@code sent} is a patch, which is not an object
 * @param response the response body; null if it is not shown and is no Status
 * @param annotations in the order of their keys
 */
record AuditEvent(
    AuditedRequest request,
    AuditDecision decision,
    AuditStage stage,
    Instant time,
    int code,
    @Nullable String panic,
    @Nullable AuditBody sent,
    boolean patches,
    @Nullable AuditBody response,
    Map<String, String> annotations) {
  private static final int OVERHEAD = 1_024;

  /** Returns the approximate size of the event in bytes. */
  long weight() {
    long weight = OVERHEAD;
    weight += request.uri().length();
    weight += sent == null ? 0 : sent.length();
    weight += response == null ? 0 : response.length();
    for (Map.Entry<String, String> each : annotations.entrySet()) {
      weight += each.getKey().length();
      weight += each.getValue().length();
    }
    return weight;
  }
}
