package io.listwatch.opentelemetry;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;

/** Records exceptions on spans. */
final class Failures {
  private static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");

  private Failures() {}

  static void record(Span span, Throwable failure) {
    span.setStatus(StatusCode.ERROR)
        .setAttribute(ERROR, failure.getClass().getName())
        .recordException(failure);
  }
}
