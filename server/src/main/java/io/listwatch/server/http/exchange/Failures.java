package io.listwatch.server.http.exchange;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.linecorp.armeria.common.AggregatedHttpResponse;
import com.linecorp.armeria.common.ContentTooLargeException;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.common.ResponseCompleteException;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.common.ResponseHeadersBuilder;
import com.linecorp.armeria.common.util.Exceptions;
import com.linecorp.armeria.server.HttpStatusException;
import com.linecorp.armeria.server.RequestTimeoutException;
import com.linecorp.armeria.server.ServerErrorHandler;
import com.linecorp.armeria.server.ServiceConfig;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.listwatch.model.ApiException;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.selector.Quotation;
import io.listwatch.server.http.encoding.StatusJson;
import io.listwatch.server.http.request.Representation;
import io.listwatch.server.http.request.RequestErrors;
import io.listwatch.server.http.request.RequestTarget.IncompleteTargetException;
import io.listwatch.server.http.request.UnroutableException;
import io.listwatch.server.resource.ExpiredContinueException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Converts exceptions to responses. A client sees the {@link Status} of an {@link ApiException};
 * for any other exception it sees only a 500.
 *
 * <p>Thread-safe.
 */
public final class Failures implements ServerErrorHandler {
  private static final Logger log = LoggerFactory.getLogger(Failures.class);
  private static final String JSON = "application/json";

  /** A 422 always has details, even if they are empty. */
  private static final int UNPROCESSABLE = 422;

  /** Returns the status for an exception. */
  public static Status statusOf(Throwable failure) {
    Throwable cause = peel(failure);
    if (cause instanceof ApiException api) {
      return api.status();
    }
    if (cause instanceof ContentTooLargeException) {
      return RequestErrors.tooLarge(BodySizes.MAX_BODY).status();
    }
    return Status.of(StatusReason.INTERNAL_ERROR, "Internal error occurred: see the log");
  }

  private static Throwable peel(Throwable failure) {
    Throwable cause = Exceptions.peel(failure);
    while ((cause instanceof CompletionException
            || cause instanceof ExecutionException
            || cause instanceof HttpStatusException)
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  public HttpResponse response(Exchange exchange, Throwable failure) {
    Throwable cause = peel(failure);
    if (logIfOurs(exchange.context(), cause)) {
      exchange.audit().panic(cause);
    }
    Status status = statusOf(cause);
    if (cause instanceof HandshakeException) {
      return HttpResponse.of(ResponseHeaders.of(HttpStatus.valueOf(status.code())));
    }
    if (cause instanceof UndecidedAccessException) {
      return undecided(exchange, status);
    }
    Representation representation = Representation.ofFailure(exchange.accept(), exchange.pretty());
    ResponseHeadersBuilder headers = headers(status, representation.format().mediaType());
    if (cause instanceof ImpersonationException || cause instanceof ForbiddenAccessException) {
      headers.set(HttpHeaderNames.X_CONTENT_TYPE_OPTIONS, "nosniff");
    }
    byte[] json = json(status, cause);
    return Responses.body(
        exchange,
        headers,
        representation,
        out -> DocumentEncoding.write(json, representation, out));
  }

  private static HttpResponse undecided(Exchange exchange, Status status) {
    return Responses.plainText(
        status.code(),
        "Internal Server Error: %s: %s\n"
            .formatted(Quotation.of(exchange.context().rawPath()), status.message()));
  }

  /**
   * Returns the response to a result, or to its failure, once it is complete. The request's event
   * loop makes the response, so that the thread that completes the result is not delayed.
   */
  public <T> HttpResponse when(
      Exchange exchange, CompletionStage<T> result, Function<T, HttpResponse> answer) {
    return HttpResponse.of(
        result
            .thenApplyAsync(answer, exchange.context().eventLoop())
            .exceptionally(failure -> response(exchange, failure)));
  }

  /**
   * Returns the response to a path that cannot be parsed. It is always plain text, regardless of
   * {@code Accept}.
   */
  public HttpResponse incomplete(String uri, IncompleteTargetException cause) {
    return Responses.plainText(
        500,
        "Internal Server Error: \"%s\": failed to create RequestInfo: %s\n"
            .formatted(uri, cause.getMessage()));
  }

  /** Logs a failure that is the server's fault. Returns true if it logged. */
  @CanIgnoreReturnValue
  private static boolean logIfOurs(ServiceRequestContext context, Throwable cause) {
    boolean expected =
        cause instanceof ApiException
            || cause instanceof ContentTooLargeException
            || cause instanceof RequestTimeoutException
            // Thrown by a body that was still being read when the response was complete.
            || cause instanceof ResponseCompleteException
            || Exceptions.isExpected(cause)
            || Exceptions.isStreamCancelling(cause);
    if (!expected) {
      log.error("{} {} failed", context.method(), context.path(), cause);
    }
    return !expected;
  }

  private static ResponseHeadersBuilder headers(Status status, String contentType) {
    ResponseHeadersBuilder headers = Responses.headers(status.code(), contentType);
    if (status.details().retryAfterSeconds() > 0) {
      headers.set(
          HttpHeaderNames.RETRY_AFTER, Integer.toString(status.details().retryAfterSeconds()));
    }
    return headers;
  }

  private static byte[] json(Status status, Throwable cause) {
    if (cause instanceof ExpiredContinueException expired) {
      return StatusJson.failure(status, expired.continueToken());
    }
    return cause instanceof UnroutableException
            || cause instanceof ForbiddenAccessException
            || status.code() == UNPROCESSABLE
        ? StatusJson.unroutable(status)
        : StatusJson.failure(status);
  }

  /** For failures outside of our own code: timeouts, and bodies that are too large. */
  @Override
  public HttpResponse onServiceException(ServiceRequestContext context, Throwable failure) {
    Throwable cause = peel(failure);
    if (cause instanceof RequestTimeoutException) {
      return timeout(context).toHttpResponse();
    }
    logIfOurs(context, cause);
    Status status = statusOf(cause);
    return HttpResponse.of(headers(status, JSON).build(), HttpData.wrap(json(status, cause)));
  }

  /**
   * Also closes an HTTP/1.1 connection whose body is incomplete. A client that sends it byte by
   * byte would keep the connection open.
   */
  private static AggregatedHttpResponse timeout(ServiceRequestContext context) {
    AggregatedHttpResponse response = timeout();
    if (context.sessionProtocol().isMultiplex() || context.request().isComplete()) {
      return response;
    }
    return AggregatedHttpResponse.of(
        response.headers().withMutations(each -> each.set(HttpHeaderNames.CONNECTION, "close")),
        response.content());
  }

  /** Returns the response to a request that timed out. kube-apiserver labels it as plain text. */
  public static AggregatedHttpResponse timeout() {
    Status status =
        Status.of(
            StatusReason.TIMEOUT, "Timeout: request did not complete within the allotted timeout");
    return AggregatedHttpResponse.of(
        Responses.headers(status.code(), Responses.TEXT).build(),
        HttpData.ofUtf8(StatusJson.withoutKind(status) + '\n'));
  }

  /** For requests that Armeria rejects itself: malformed ones, and unknown HTTP methods. */
  @Override
  public @Nullable AggregatedHttpResponse renderStatus(
      @Nullable ServiceRequestContext context,
      ServiceConfig config,
      @Nullable RequestHeaders requestHeaders,
      HttpStatus code,
      @Nullable String description,
      @Nullable Throwable cause) {
    if (cause instanceof RequestTimeoutException) {
      return context == null ? timeout() : timeout(context);
    }
    ApiException failure = protocolFailure(code, description);
    Status status = failure.status();
    return AggregatedHttpResponse.of(
        headers(status, JSON).build(), HttpData.wrap(json(status, failure)));
  }

  private static ApiException protocolFailure(HttpStatus code, @Nullable String description) {
    return switch (code.code()) {
      case 405 -> RequestErrors.methodNotAllowed();
      case 404 -> RequestErrors.notServed();
      case 413 -> RequestErrors.tooLarge(BodySizes.MAX_BODY);
      default ->
          new ApiException(
              Status.of(
                  code.code(),
                  (code.code() < 500 ? StatusReason.BAD_REQUEST : StatusReason.INTERNAL_ERROR)
                      .word(),
                  description == null ? code.reasonPhrase() : description));
    };
  }
}
