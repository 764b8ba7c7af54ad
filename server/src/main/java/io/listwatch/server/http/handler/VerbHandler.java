package io.listwatch.server.http.handler;

import com.linecorp.armeria.common.HttpResponse;

/**
 * Handles the requests of one verb.
 *
 * <p>Called by event loops, many at a time: it must not block. {@link
 * io.listwatch.server.http.exchange.Failures} converts its exceptions, and the failure of a
 * response that has not started.
 */
@FunctionalInterface
public interface VerbHandler {
  HttpResponse handle(ResourceRequest request);
}
