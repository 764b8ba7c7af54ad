package io.listwatch.testing.clients;

import java.net.URI;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a client has asked for, remembered on its way out, so that a test can see what the client
 * makes of an answer without asking for its opinion.
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

  /** Asks the server to end each watch after {@code seconds}, whatever the client asked for. */
  static Requests withWatchesOf(int seconds) {
    return new Requests(seconds);
  }

  /** Remembers a request. Answers where it is to go. */
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

  /** Has the client ask for everything since the beginning, the next time that it watches. */
  void watchFromTheBeginning() {
    nextFromTheBeginning.set(true);
  }

  /** The lists of a resource, oldest first. */
  List<URI> lists(String plural) {
    return of(plural).filter(uri -> !watch(uri)).toList();
  }

  /** The watches of a resource, oldest first. */
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
