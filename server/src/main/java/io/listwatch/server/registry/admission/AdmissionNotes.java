package io.listwatch.server.registry.admission;

import io.listwatch.server.webhook.TraceContext;
import java.util.function.Consumer;

/**
 * Receives the side results of a write: warnings for the client, and annotations of the request's
 * audit events. Knows the trace of the request.
 *
 * <p>Called by any thread, and again with the same values after a conflict.
 */
@FunctionalInterface
public interface AdmissionNotes extends Consumer<String> {
  /** Adds a warning. */
  @Override
  void accept(String warning);

  /** Adds an audit annotation. The first value of a key stays. */
  default void annotate(String key, String value) {}

  /** True if annotations may contain a part of the request's body. */
  default boolean showsRequests() {
    return false;
  }

  /** Returns the trace context of the request, for webhooks. */
  default TraceContext trace() {
    return TraceContext.NONE;
  }
}
