package io.listwatch.opentelemetry;

import io.listwatch.client.config.OutgoingRequest;
import io.listwatch.client.config.RequestObserver;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.opentelemetry.context.propagation.TextMapSetter;
import java.net.URI;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Creates a client span for each request, with the names and attributes of OpenTelemetry's semantic
 * conventions for HTTP.
 *
 * <p>Thread-safe.
 */
final class RequestTracing implements RequestObserver {
  private static final AttributeKey<String> METHOD = AttributeKey.stringKey("http.request.method");
  private static final AttributeKey<String> ORIGINAL_METHOD =
      AttributeKey.stringKey("http.request.method_original");
  private static final AttributeKey<Long> RESENDS =
      AttributeKey.longKey("http.request.resend_count");
  private static final AttributeKey<Long> CODE = AttributeKey.longKey("http.response.status_code");
  private static final AttributeKey<String> ADDRESS = AttributeKey.stringKey("server.address");
  private static final AttributeKey<Long> PORT = AttributeKey.longKey("server.port");
  private static final AttributeKey<String> URL = AttributeKey.stringKey("url.full");
  private static final AttributeKey<String> TEMPLATE = AttributeKey.stringKey("url.template");
  private static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");

  private static final Set<String> KNOWN_METHODS =
      Set.of("CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE");
  private static final int FIRST_ERROR_CODE = 400;
  private static final TextMapSetter<OutgoingRequest> SETTER = new HeaderSetter();

  private final Tracer tracer;
  private final TextMapPropagator propagator;

  RequestTracing(Tracer tracer, TextMapPropagator propagator) {
    this.tracer = tracer;
    this.propagator = propagator;
  }

  @Override
  public Observed sending(OutgoingRequest request) {
    Span span = start(request);
    propagator.inject(Context.current().with(span), request, SETTER);
    return new ObservedSpan(span);
  }

  private Span start(OutgoingRequest request) {
    URI uri = request.uri();
    boolean known = KNOWN_METHODS.contains(request.method());
    String template = PathTemplate.of(uri.getRawPath());
    String name = known ? request.method() : "HTTP";
    SpanBuilder builder =
        tracer
            .spanBuilder(template == null ? name : name + " " + template)
            .setSpanKind(SpanKind.CLIENT)
            .setAttribute(METHOD, known ? request.method() : "_OTHER")
            .setAttribute(ADDRESS, uri.getHost())
            .setAttribute(PORT, (long) port(uri))
            .setAttribute(URL, uri.toString());
    if (!known) {
      builder.setAttribute(ORIGINAL_METHOD, request.method());
    }
    if (template != null) {
      builder.setAttribute(TEMPLATE, template);
    }
    if (request.retries() > 0) {
      builder.setAttribute(RESENDS, (long) request.retries());
    }
    return builder.startSpan();
  }

  private static int port(URI uri) {
    int standard = "https".equals(uri.getScheme()) ? 443 : 80;
    return uri.getPort() < 0 ? standard : uri.getPort();
  }

  private record ObservedSpan(Span span) implements Observed {
    @Override
    public void responded(int code) {
      span.setAttribute(CODE, (long) code);
      if (code >= FIRST_ERROR_CODE) {
        span.setStatus(StatusCode.ERROR).setAttribute(ERROR, Integer.toString(code));
      }
      span.end();
    }

    @Override
    public void failed(Throwable failure) {
      Failures.record(span, failure);
      span.end();
    }
  }

  private static final class HeaderSetter implements TextMapSetter<OutgoingRequest> {
    @Override
    public void set(@Nullable OutgoingRequest request, String name, String value) {
      if (request != null) {
        request.header(name, value);
      }
    }
  }
}
