package io.listwatch.server.http.handler;

import com.linecorp.armeria.common.HttpResponse;

/**
 * Answers the requests with one verb.
 *
 * <p>Called by event loops, many at a time: it must not wait. What it throws, or the response fails
 * with before it has begun, is answered as a failure.
 */
@FunctionalInterface
public interface VerbHandler {
  HttpResponse handle(ResourceRequest request);
}
