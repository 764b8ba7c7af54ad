package io.listwatch.testing.clients;

import java.net.URI;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Records the requests that a client sends, so that a test can check how it reacts to a response.
 *
 * <p>Thread-safe.
 */
final class Requests {
  private final Queue<URI> reads = new ConcurrentLinkedQueue<>();
  private final @Nullable Integer watchSeconds;
  private final AtomicBoolean nextFromTheBeginning = new AtomicBoolean();

  Requests() {
    this(null);
  }

  private Requests(@Nullable Integer watchSeconds) {
    this.watchSeconds = watchSeconds;
  }

  /** Overrides the timeout of every watch. */
  static Requests withWatchesOf(int seconds) {
    return new Requests(seconds);
  }

  /** Records a request and returns the URI to send it to. */
  URI pass(String method, URI uri) {
    if (!method.equals("GET")) {
      return uri;
    }
    reads.add(uri);
    return watch(uri) ? changed(uri) : uri;
  }

  private URI changed(URI uri) {
    URI changed = watchSeconds == null ? uri : with(uri, "timeoutSeconds", "" + watchSeconds);
    return nextFromTheBeginning.getAndSet(false) ? with(changed, "resourceVersion", "1") : changed;
  }

  private static URI with(URI uri, String parameter, String value) {
    String others = uri.getRawQuery().replaceAll("(^|&)" + parameter + "=[^&]*", "");
    String path = uri.toString().substring(0, uri.toString().indexOf('?'));
    return URI.create("%s?%s=%s&%s".formatted(path, parameter, value, others));
  }

  /** Makes the client's next watch start from version 1, the oldest. */
  void watchFromTheBeginning() {
    nextFromTheBeginning.set(true);
  }

  /** Returns the lists of a resource, oldest first. */
  List<URI> lists(String plural) {
    return of(plural).filter(uri -> !watch(uri)).toList();
  }

  /** Returns the watches of a resource, oldest first. */
  List<URI> watches(String plural) {
    return of(plural).filter(Requests::watch).toList();
  }

  private Stream<URI> of(String plural) {
    return reads.stream().filter(uri -> uri.getPath().endsWith("/" + plural));
  }

  private static boolean watch(URI uri) {
    return uri.getQuery() != null && uri.getQuery().contains("watch=true");
  }
}
