package io.listwatch.opentelemetry;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.listwatch.client.ApiClient;
import io.listwatch.client.config.ClientConfig;
import io.listwatch.client.http.ApiRequest;
import io.listwatch.controller.Controller;
import io.listwatch.controller.ControllerBuilder;
import io.listwatch.controller.Reconciliation;
import io.listwatch.model.ResourceKey;
import io.listwatch.server.ApiServer;
import io.listwatch.server.ApiServerConfig;
import io.listwatch.server.StorageTime;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.sdk.testing.junit5.OpenTelemetryExtension;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The program of docs/tracing.md: a trace from a controller through the server to a webhook. */
@Timeout(120)
final class TracingDocTest {
  private static final String WEBHOOKS =
      "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";

  @RegisterExtension
  private final OpenTelemetryExtension telemetry = OpenTelemetryExtension.create();

  private final Webhook webhook = new Webhook();
  private final Storage storage = MemoryStorage.open(new StorageTime(Timers.system()));
  private final ApiServer server = ApiServer.start(storage, ApiServerConfig.open(0));

  TracingDocTest() throws Exception {}

  @AfterEach
  void stop() {
    server.close();
    storage.close();
    webhook.close();
  }

  private static ApiClient client(ClientConfig base, OpenTelemetry openTelemetry) {
    var tracing = Tracing.of(openTelemetry);
    ClientConfig config = base.with(c -> c.observer(tracing.requests()));
    return ApiClient.of(config);
  }

  private static ControllerBuilder<ResourceKey> controller(
      ApiClient client, OpenTelemetry openTelemetry) {
    var tracing = Tracing.of(openTelemetry);
    return Controller.builder(
        "labeller", tracing.reconciler("labeller", key -> label(client, key)));
  }

  private static Reconciliation label(ApiClient client, ResourceKey key)
      throws InterruptedException {
    byte[] map = "{\"metadata\":{\"name\":\"%s\"}}".formatted(key.name()).getBytes(UTF_8);
    client.call(ApiRequest.of("POST", "/api/v1/namespaces/default/configmaps").body(map));
    return Reconciliation.done();
  }

  @Test
  void reconcileRequestAndWebhookAreOneTrace() throws Exception {
    var config = ClientConfig.of(URI.create("http://127.0.0.1:" + server.port()));
    try (ApiClient client = client(config, telemetry.getOpenTelemetry());
        var controller = controller(client, telemetry.getOpenTelemetry()).build()) {
      client.call(ApiRequest.of("POST", WEBHOOKS).body(webhook.configuration()));
      controller.start();

      controller.request(new ResourceKey("default", "a"));

      SpanData reconcile = span("reconcile labeller");
      SpanData request = span("POST /api/v1/namespaces/{namespace}/configmaps");
      assertThat(request.getParentSpanId()).isEqualTo(reconcile.getSpanId());
      assertThat(request.getTraceId()).isEqualTo(reconcile.getTraceId());
      assertThat(webhook.parents())
          .containsExactly(
              "00-%s-%s-%s"
                  .formatted(
                      request.getTraceId(),
                      request.getSpanId(),
                      request.getSpanContext().getTraceFlags().asHex()));
    }
  }

  private SpanData span(String name) {
    return await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> find(name), Optional::isPresent)
        .orElseThrow();
  }

  private Optional<SpanData> find(String name) {
    return telemetry.getSpans().stream().filter(each -> each.getName().equals(name)).findFirst();
  }
}
