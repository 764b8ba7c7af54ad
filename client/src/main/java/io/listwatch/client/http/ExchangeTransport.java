package io.listwatch.client.http;

import io.listwatch.model.ApiException;
import io.listwatch.model.UnavailableException;
import io.listwatch.time.Timers;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Reads collections through the HTTP client of another library, which connects, authenticates and
 * retries in its own way.
 *
 * <p>Thread-safe. Sends no bodies: it is for lists and watches.
 */
public final class ExchangeTransport implements Transport {
  private final URI server;
  private final Exchange exchange;
  private final Duration timeout;
  private final Timers timers;

  /**
   * @param server the server's URL, without a slash at its end
   * @param timeout maximum time until a response begins, and between two pieces of a list
   */
  public ExchangeTransport(URI server, Exchange exchange, Duration timeout, Timers timers) {
    this.server = server;
    this.exchange = exchange;
    this.timeout = timeout;
    this.timers = timers;
  }

  @Override
  public ApiResponse send(ApiRequest request) throws InterruptedException {
    var body = new ResponseBody(timers, () -> readTimeout(request), over -> {});
    boolean begun = false;
    try {
      Exchange.Head head = await(request, exchange(request, body));
      var response = new ApiResponse(head.code(), head.headers(), body);
      begun = true;
      return requireSuccess(request, response);
    } finally {
      // If the response arrives later, it finds its body closed and is cancelled.
      if (!begun) {
        body.close();
      }
    }
  }

  private CompletableFuture<Exchange.Head> exchange(ApiRequest request, ResponseBody body) {
    return exchange.get(request.at(server), request.headers(), request.isWatch(), body);
  }

  private @Nullable Duration readTimeout(ApiRequest request) {
    return request.isWatch() ? null : request.timeout(timeout);
  }

  private static ApiResponse requireSuccess(ApiRequest request, ApiResponse response)
      throws InterruptedException {
    if (response.code() == 200) {
      return response;
    }
    ApiException failure = FailureReader.read(request, response).exception();
    throw failure;
  }

  private Exchange.Head await(ApiRequest request, CompletableFuture<Exchange.Head> answer)
      throws InterruptedException {
    Duration limit = request.timeout(timeout);
    Timers.Timer timer = timers.schedule(limit, () -> answer.cancel(true));
    try {
      return answer.get();
    } catch (CancellationException late) {
      throw new UnavailableException(request + ": no response within " + limit, late);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new UnavailableException(request + ": " + cause, cause);
    } catch (InterruptedException e) {
      answer.cancel(true);
      throw e;
    } finally {
      timer.cancel();
    }
  }
}
