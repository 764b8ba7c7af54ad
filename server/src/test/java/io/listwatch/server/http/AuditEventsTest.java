package io.listwatch.server.http;

import static io.listwatch.server.http.TestServer.CONFIG_MAPS;
import static io.listwatch.storage.Waiting.await;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.metrics.Metrics;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.audit.AuditLogBackend;
import io.listwatch.server.audit.AuditLogSettings;
import io.listwatch.server.audit.AuditPolicy;
import io.listwatch.server.audit.Auditor;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.auth.Credentials;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The events of requests, as the log backend writes them. */
final class AuditEventsTest {
  private static final String[] JANE = {"Authorization", "Bearer jane"};
  private static final String MAP = "{\"metadata\":{\"name\":\"a\"},\"data\":{\"k\":\"v\"}}";

  @SuppressWarnings("NullAway.Init") // set by JUnit
  @TempDir
  private Path directory;

  private @Nullable TestServer started;
  private @Nullable Auditor auditor;

  @AfterEach
  void stop() {
    server().close();
    requireNonNull(auditor).close();
  }

  private TestServer server() {
    return requireNonNull(started);
  }

  private Auditor auditor(String rules) {
    try {
      return Auditor.of(
          AuditPolicy.parse("apiVersion: audit.k8s.io/v1\nkind: Policy\nrules:\n" + rules),
          List.of(
              AuditLogBackend.open(
                  new AuditLogSettings(
                      directory.resolve("log"),
                      AuditLogSettings.Mode.BLOCKING,
                      0,
                      0,
                      Duration.ZERO),
                  Timers.system(),
                  Metrics.none())),
          Timers.system(),
          Metrics.none());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void start(String rules) {
    auditor = auditor(rules);
    started =
        TestServer.builder()
            .authenticator(AuditEventsTest::user)
            .authorizer(AuditEventsTest::decide)
            .parts(HttpServerParts.NO_OP.with(it -> it.auditor(auditor)))
            .start();
  }

  private static Optional<UserInfo> user(Credentials credentials) {
    return "jane".equals(credentials.bearerToken())
        ? Optional.of(new UserInfo("jane", "u-1", List.of("dev")))
        : Optional.empty();
  }

  private static Authorizer.Decision decide(AccessRequest request) {
    return "secret".equals(request.name())
        ? Authorizer.Decision.denied("it is secret")
        : Authorizer.Decision.allowed("by a test");
  }

  @Test
  void showsMetadataOfRequestAndDecision() {
    start("- level: Metadata");

    server()
        .get(
            CONFIG_MAPS + "/a?pretty=true",
            "Authorization",
            "Bearer jane",
            "User-Agent",
            "test/1",
            "X-Forwarded-For",
            "192.0.2.7, nonsense");

    JsonValue received = events(2).get(0);
    JsonValue complete = events(2).get(1);
    assertThat(received.path("stage").asText()).isEqualTo("RequestReceived");
    assertThat(received.path("responseStatus").isMissing()).isTrue();
    assertThat(complete.path("stage").asText()).isEqualTo("ResponseComplete");
    assertThat(complete.path("kind").asText()).isEqualTo("Event");
    assertThat(complete.path("apiVersion").asText()).isEqualTo("audit.k8s.io/v1");
    assertThat(complete.path("requestURI").asText()).isEqualTo(CONFIG_MAPS + "/a?pretty=true");
    assertThat(complete.path("user").toString())
        .isEqualTo("{\"username\":\"jane\",\"uid\":\"u-1\",\"groups\":[\"dev\"]}");
    assertThat(complete.path("sourceIPs").toString()).isEqualTo("[\"192.0.2.7\",\"127.0.0.1\"]");
    assertThat(complete.path("userAgent").asText()).isEqualTo("test/1");
    assertThat(complete.path("objectRef").toString())
        .isEqualTo(
            "{\"resource\":\"configmaps\",\"namespace\":\"default\",\"name\":\"a\",\"apiVersion\":\"v1\"}");
    assertThat(complete.at("/responseStatus/reason").asText()).isEqualTo("NotFound");
    assertThat(complete.at("/responseStatus/code").asInt()).isEqualTo(404);
    assertThat(complete.path("annotations").path("authorization.k8s.io/decision").asText())
        .isEqualTo("allow");
    assertThat(complete.path("annotations").path("authorization.k8s.io/reason").asText())
        .isEqualTo("by a test");
    assertThat(complete.path("responseObject").isMissing()).isTrue();
  }

  @Test
  void deniedRequestHasItsReason() {
    start("- level: Metadata\n  omitStages: [RequestReceived]");

    server().get(CONFIG_MAPS + "/secret", JANE);

    JsonValue event = events(1).get(0);
    assertThat(event.at("/responseStatus/code").asInt()).isEqualTo(403);
    assertThat(event.path("annotations").path("authorization.k8s.io/decision").asText())
        .isEqualTo("forbid");
  }

  @Test
  void bodiesOfCreateAreShownWithoutManagedFields() {
    start("- level: RequestResponse\n  omitManagedFields: true\n  omitStages: [RequestReceived]");

    var created =
        server()
            .send(
                "POST",
                CONFIG_MAPS,
                MAP,
                "Authorization",
                "Bearer jane",
                "Content-Type",
                "application/json",
                "Accept-Encoding",
                "gzip");

    JsonValue event = events(1).get(0);
    assertThat(created.statusCode()).isEqualTo(201);
    assertThat(event.path("level").asText()).isEqualTo("RequestResponse");
    assertThat(event.at("/objectRef/name").asText()).isEqualTo("a");
    assertThat(event.path("requestObject").toString()).isEqualTo(MAP);
    assertThat(event.at("/responseObject/data/k").asText()).isEqualTo("v");
    assertThat(event.at("/responseObject/metadata/uid").asText()).isNotEmpty();
    assertThat(event.at("/responseObject/metadata/managedFields").isMissing()).isTrue();
  }

  @Test
  void requestLevelHasNoResponseAndPatchIsShownAsSent() {
    start("- level: Request\n  verbs: [patch]\n  omitStages: [RequestReceived]");
    server().put("a", "v");

    server()
        .send(
            "PATCH",
            CONFIG_MAPS + "/a",
            "{\"data\":{\"k\":\"w\"}}",
            "Authorization",
            "Bearer jane",
            "Content-Type",
            "application/merge-patch+json");

    JsonValue event = events(1).get(0);
    assertThat(event.path("requestObject").toString()).isEqualTo("{\"data\":{\"k\":\"w\"}}");
    assertThat(event.path("responseObject").isMissing()).isTrue();
    assertThat(event.at("/responseStatus/code").asInt()).isEqualTo(200);
  }

  @Test
  void failedAuthenticationIsAResponseStartedEvent() {
    start("- level: Metadata");

    server().get(CONFIG_MAPS, "Authorization", "Bearer wrong");

    JsonValue event = events(1).get(0);
    assertThat(event.path("stage").asText()).isEqualTo("ResponseStarted");
    assertThat(event.path("user").toString()).isEqualTo("{}");
    assertThat(event.at("/responseStatus/message").asText()).isEqualTo("Unauthorized");
    assertThat(event.at("/responseStatus/code").asInt()).isEqualTo(401);
  }

  @Test
  void watchHasAnEventWhenItStarts() {
    start("- level: RequestResponse\n  omitStages: [RequestReceived]");

    server().get(CONFIG_MAPS + "?watch=true&timeoutSeconds=1", JANE);

    List<JsonValue> events = events(2);
    assertThat(events.get(0).path("stage").asText()).isEqualTo("ResponseStarted");
    assertThat(events.get(1).path("stage").asText()).isEqualTo("ResponseComplete");
    assertThat(events.get(1).path("verb").asText()).isEqualTo("watch");
    assertThat(events.get(1).path("responseObject").isMissing()).isTrue();
  }

  @Test
  void impersonatedUserIsShownAlongWithTheCaller() {
    start("- level: Metadata\n  users: [jane]\n  omitStages: [RequestReceived]");

    server().get(CONFIG_MAPS, "Authorization", "Bearer jane", "Impersonate-User", "john");

    JsonValue event = events(1).get(0);
    assertThat(event.at("/user/username").asText()).isEqualTo("jane");
    assertThat(event.at("/impersonatedUser/username").asText()).isEqualTo("john");
  }

  @Test
  void nothingIsWrittenAtLevelNone() {
    start("- level: None\n  users: [jane]\n- level: Metadata");

    server().get(CONFIG_MAPS, JANE);
    server().get(CONFIG_MAPS, "Authorization", "Bearer wrong");

    assertThat(events(1).get(0).at("/responseStatus/code").asInt()).isEqualTo(401);
  }

  /** An event is written when its request is complete, which may be after its response. */
  private List<JsonValue> events(int count) {
    await().until(() -> lines().size() >= count);
    assertThat(lines()).hasSize(count);
    return lines().stream().map(JsonTrees::read).toList();
  }

  private List<String> lines() {
    try {
      return Files.readAllLines(directory.resolve("log"));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
