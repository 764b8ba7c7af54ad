package io.listwatch.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.client.config.OutgoingRequest;
import io.listwatch.controller.Reconciler;
import io.listwatch.controller.Reconciliation;
import io.listwatch.model.ResourceKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.sdk.testing.junit5.OpenTelemetryExtension;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class TracedReconcilerTest {
  private static final ResourceKey KEY = new ResourceKey("default", "web");

  @RegisterExtension
  private final OpenTelemetryExtension telemetry = OpenTelemetryExtension.create();

  private final Tracing tracing = Tracing.of(telemetry.getOpenTelemetry());

  @Test
  void spanHasKeyOutcomeAndRetries() throws Exception {
    traced(key -> Reconciliation.done()).reconcile(KEY, 3);

    SpanData span = telemetry.getSpans().get(0);
    assertThat(span.getName()).isEqualTo("reconcile labeller");
    assertThat(span.getStatus()).isEqualTo(StatusData.unset());
    assertThat(span.getAttributes().asMap()).isEqualTo(attributes("done", 3).build().asMap());
  }

  @Test
  void spanShowsRetryAndAgainAsOutcome() throws Exception {
    traced(key -> Reconciliation.retry()).reconcile(KEY, 0);
    traced(key -> Reconciliation.again(Duration.ofSeconds(1))).reconcile(KEY, 0);

    assertThat(telemetry.getSpans())
        .extracting(span -> span.getAttributes().asMap())
        .containsExactly(
            attributes("retry", 0).build().asMap(), attributes("again", 0).build().asMap());
  }

  @Test
  void failureIsRecordedAndThrown() {
    var failure = new IllegalStateException("no");

    assertThatThrownBy(
            () ->
                traced(
                        key -> {
                          throw failure;
                        })
                    .reconcile(KEY, 1))
        .isSameAs(failure);

    SpanData span = telemetry.getSpans().get(0);
    assertThat(span.getStatus()).isEqualTo(StatusData.error());
    assertThat(span.getAttributes().asMap())
        .isEqualTo(
            attributes("failed", 1)
                .put("error.type", "java.lang.IllegalStateException")
                .build()
                .asMap());
    assertThat(span.getEvents()).hasSize(1);
  }

  @Test
  void spansOfRequestsAreChildren() throws Exception {
    Reconciler<ResourceKey> reconciler =
        key -> {
          var request = new OutgoingRequest("GET", URI.create("http://h/api/v1/pods"), 0);
          tracing.requests().sending(request).responded(200);
          return Reconciliation.done();
        };

    traced(reconciler).reconcile(KEY, 0);

    SpanData request = telemetry.getSpans().get(0);
    SpanData reconcile = telemetry.getSpans().get(1);
    assertThat(request.getParentSpanId()).isEqualTo(reconcile.getSpanId());
    assertThat(request.getTraceId()).isEqualTo(reconcile.getTraceId());
  }

  private Reconciler<ResourceKey> traced(Reconciler<ResourceKey> reconciler) {
    return tracing.reconciler("labeller", reconciler);
  }

  private static AttributesBuilder attributes(String outcome, int retries) {
    return Attributes.builder()
        .put("listwatch.controller", "labeller")
        .put("listwatch.request", "default/web")
        .put("listwatch.outcome", outcome)
        .put("listwatch.retries", retries);
  }
}
