package io.listwatch.server.http.interference;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpResponse;
import io.listwatch.model.ApiException;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.server.http.exchange.Exchange;
import io.listwatch.server.http.exchange.Failures;
import io.listwatch.server.http.exchange.RequestBody;
import io.listwatch.server.http.exchange.Responses;
import io.listwatch.server.http.request.RequestErrors;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.resource.Workers;
import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * The endpoint where programs on this machine send commands to an {@link Interference}: JSON in,
 * JSON out. The caller has already rejected requests without full access.
 */
public final class InterferencePage {
  private static final List<String> SEGMENTS = List.of("listwatch", "v1", "faults");

  private final Interference interference;
  private final Workers workers;
  private final Failures failures;

  public InterferencePage(Interference interference, Workers workers, Failures failures) {
    this.interference = interference;
    this.workers = workers;
    this.failures = failures;
  }

  public static boolean has(List<String> segments) {
    return segments.equals(SEGMENTS);
  }

  public HttpResponse handle(Exchange exchange) {
    requireThisMachine(exchange);
    CompletionStage<String> answer =
        switch (exchange.method()) {
          case GET -> interference.submit("{\"do\":\"status\"}");
          case DELETE -> interference.submit("{\"do\":\"clear\"}");
          case POST ->
              RequestBody.read(exchange, workers, body -> interference.submit(body.text()));
          default -> throw RequestErrors.methodNotAllowed();
        };
    return failures.when(
        exchange,
        answer.exceptionallyCompose(failure -> CompletableFuture.failedStage(refusal(failure))),
        InterferencePage::json);
  }

  private static void requireThisMachine(Exchange exchange) {
    InetAddress from = exchange.context().remoteAddress().getAddress();
    if (!from.isLoopbackAddress()) {
      throw new ApiException(
          Status.of(StatusReason.FORBIDDEN, "faults are for programs on this machine"));
    }
  }

  private static HttpResponse json(String text) {
    return HttpResponse.of(
        Responses.headers(200, "application/json").build(), HttpData.ofUtf8(text + "\n"));
  }

  private static Throwable refusal(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return cause instanceof IllegalArgumentException
        ? ApiErrors.badRequest(String.valueOf(cause.getMessage()))
        : failure;
  }
}
