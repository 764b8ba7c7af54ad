package io.listwatch.server.audit;

import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.UserInfo;
import java.time.Instant;
import java.util.AbstractMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/** Events for the tests of backends. */
final class AuditEvents {
  private static final AuditDecision METADATA =
      new AuditDecision(AuditLevel.METADATA, Set.of(), false);

  private AuditEvents() {}

  static AuditEvent of(String path) {
    return of(path, Map.of());
  }

  /** Returns an event that cannot be encoded. */
  static AuditEvent broken() {
    return of("/broken", new BrokenMap());
  }

  private static final class BrokenMap extends AbstractMap<String, String> {
    @Override
    public Set<Map.Entry<String, String>> entrySet() {
      return Map.of("key", "value").entrySet();
    }

    @Override
    public void forEach(BiConsumer<? super String, ? super String> action) {
      throw new StackOverflowError("too deep");
    }
  }

  private static AuditEvent of(String path, Map<String, String> annotations) {
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
        annotations);
  }
}
