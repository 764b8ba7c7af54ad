package io.listwatch.server.audit;

import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.UserInfo;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Events for the tests of backends. */
final class AuditEvents {
  private static final AuditDecision METADATA =
      new AuditDecision(AuditLevel.METADATA, Set.of(), false);

  private AuditEvents() {}

  static AuditEvent of(String path) {
    var access = new AccessRequest(UserInfo.ANONYMOUS, "get", "", "", "", "", null, null, path);
    var request =
        new AuditedRequest(
            "id",
            path,
            List.of("192.0.2.1"),
            "agent",
            Instant.EPOCH,
            UserInfo.ANONYMOUS,
            null,
            access,
            false);
    return new AuditEvent(
        request,
        METADATA,
        AuditStage.RESPONSE_COMPLETE,
        Instant.EPOCH,
        401,
        null,
        null,
        false,
        null,
        Map.of());
  }
}
