package io.listwatch.server.audit;

import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.UserInfo;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a request that is known before it is served.
 *
 * @param id the audit ID, which the client sent or the server generated
 * @param uri the path with its query, as it was sent
 * @param sources the addresses of the client and of the proxies between; the client can forge all
 *     but the last one
 * @param caller the authenticated user; has an empty name if there is none
 * @param impersonated null unless the caller impersonates another user
 * @param longRunning true for watches and other requests that may last
 */
public record AuditedRequest(
    String id,
    String uri,
    List<String> sources,
    String userAgent,
    Instant received,
    UserInfo caller,
    @Nullable UserInfo impersonated,
    AccessRequest access,
    boolean longRunning) {
  private static final int MAX_USER_AGENT = 1_024;

  public AuditedRequest {
    sources = List.copyOf(sources);
    userAgent =
        userAgent.length() <= MAX_USER_AGENT
            ? userAgent
            : userAgent.substring(0, MAX_USER_AGENT) + "...TRUNCATED";
  }
}
