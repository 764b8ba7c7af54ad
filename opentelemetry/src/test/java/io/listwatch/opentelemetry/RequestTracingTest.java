package io.listwatch.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.client.config.OutgoingRequest;
import io.listwatch.client.config.RequestObserver;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.testing.junit5.OpenTelemetryExtension;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class RequestTracingTest {
  private static final String PODS = "https://example.org:6443/api/v1/namespaces/a/pods";

  @RegisterExtension
  private final OpenTelemetryExtension telemetry = OpenTelemetryExtension.create();

  private final RequestObserver observer = Tracing.of(telemetry.getOpenTelemetry()).requests();

  @Test
  void spanHasNameAndAttributesOfTheConventions() {
    observer.sending(new OutgoingRequest("GET", URI.create(PODS + "?limit=5"), 0)).responded(200);

    SpanData span = span();
    assertThat(span.getName()).isEqualTo("GET /api/v1/namespaces/{namespace}/pods");
    assertThat(span.getKind()).isEqualTo(SpanKind.CLIENT);
    assertThat(span.getStatus()).isEqualTo(StatusData.unset());
    assertThat(span.getAttributes().asMap())
        .isEqualTo(
            Attributes.builder()
                .put("http.request.method", "GET")
                .put("http.response.status_code", 200)
                .put("server.address", "example.org")
                .put("server.port", 6443)
                .put("url.full", PODS + "?limit=5")
                .put("url.template", "/api/v1/namespaces/{namespace}/pods")
                .build()
                .asMap());
  }

  @Test
  void retriesAreCountedAndErrorCodesAreErrors() {
    observer.sending(new OutgoingRequest("PUT", URI.create(PODS + "/p"), 2)).responded(409);

    assertThat(span().getStatus()).isEqualTo(StatusData.error());
    assertThat(span().getAttributes().asMap())
        .containsEntry(AttributeKey.longKey("http.request.resend_count"), 2L)
        .containsEntry(AttributeKey.stringKey("error.type"), "409");
  }

  @Test
  void failureIsRecorded() {
    observer
        .sending(new OutgoingRequest("GET", URI.create(PODS), 0))
        .failed(new IOException("reset"));

    assertThat(span().getStatus()).isEqualTo(StatusData.error());
    assertThat(span().getAttributes().get(AttributeKey.stringKey("error.type")))
        .isEqualTo("java.io.IOException");
    assertThat(span().getEvents()).singleElement().extracting("name").isEqualTo("exception");
  }

  @Test
  void unknownMethodIsNotPartOfTheName() {
    observer.sending(new OutgoingRequest("BREW", URI.create("http://h/version"), 0)).responded(405);

    assertThat(span().getName()).isEqualTo("HTTP");
    assertThat(span().getAttributes().asMap())
        .containsEntry(AttributeKey.stringKey("http.request.method"), "_OTHER")
        .containsEntry(AttributeKey.stringKey("http.request.method_original"), "BREW")
        .containsEntry(AttributeKey.longKey("server.port"), 80L);
  }

  @Test
  void traceparentNamesAChildOfTheCurrentSpan() {
    var request = new OutgoingRequest("GET", URI.create(PODS), 0);
    Span parent = telemetry.getOpenTelemetry().getTracer("test").spanBuilder("parent").startSpan();

    Context.current().with(parent).wrap(() -> observer.sending(request).responded(200)).run();

    assertThat(span().getParentSpanId()).isEqualTo(parent.getSpanContext().getSpanId());
    assertThat(request.headers())
        .isEqualTo(
            List.of(
                "traceparent",
                "00-%s-%s-%s"
                    .formatted(
                        span().getTraceId(),
                        span().getSpanId(),
                        span().getSpanContext().getTraceFlags().asHex())));
  }

  private SpanData span() {
    assertThat(telemetry.getSpans()).hasSize(1);
    return telemetry.getSpans().get(0);
  }
}
