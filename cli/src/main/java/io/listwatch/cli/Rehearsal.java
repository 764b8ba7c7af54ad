package io.listwatch.cli;

import io.listwatch.objects.x509.CertificateAuthority;
import io.listwatch.server.ApiServer;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Sends the requests of typical clients over TLS: readiness, a list and a watch, then rounds of
 * writes. The launcher archives the classes that they load and, from Java 25 on, the profiles of
 * the methods that they call, which makes later starts faster.
 */
final class Rehearsal {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final int WRITERS = 8;

  private final RehearsalClient client;
  private final int rounds;
  private final AtomicInteger nextRound = new AtomicInteger();

  /**
   * Creates a rehearsal by an administrator.
   *
   * @param rounds the number of rounds of {@link RehearsedWrite}s
   */
  Rehearsal(ApiServer server, CertificateAuthority authority, Timers timers, int rounds) {
    this.client =
        new RehearsalClient(
            URI.create("https://127.0.0.1:" + server.port()),
            authority,
            authority.issueClient(
                "rehearsal", List.of(UserInfo.MASTERS), timers.now(), Duration.ofHours(1)),
            PATIENCE);
    this.rounds = rounds;
  }

  /** Sends the requests, and throws if one fails. */
  void run() throws IOException {
    try {
      client.send("/readyz").join();
      client.send("/api/v1/namespaces").join();
      CompletableFuture.allOf(
              Stream.generate(this::writeRounds)
                  .limit(WRITERS)
                  .toArray(CompletableFuture<?>[]::new))
          .join();
      client
          .send(
              "/api/v1/pods?watch=true&sendInitialEvents=true&timeoutSeconds=1"
                  + "&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true")
          .join();
    } catch (CompletionException e) {
      throw new IOException("a request of the rehearsal failed", e.getCause());
    }
  }

  private CompletableFuture<Void> writeRounds() {
    int round = nextRound.getAndIncrement();
    return round < rounds
        ? write(RehearsedWrite.ofRound(round), 0).thenCompose(done -> writeRounds())
        : CompletableFuture.completedFuture(null);
  }

  /**
   * Sends one request after the other, because later requests change objects that earlier ones
   * create.
   */
  private CompletableFuture<Void> write(List<RehearsedWrite> writes, int index) {
    if (index == writes.size()) {
      return CompletableFuture.completedFuture(null);
    }
    RehearsedWrite write = writes.get(index);
    return client
        .send(write.path(), request -> with(request, write))
        .thenCompose(done -> write(writes, index + 1));
  }

  private static void with(HttpRequest.Builder request, RehearsedWrite write) {
    request
        .header("Content-Type", write.contentType())
        .method(write.method(), HttpRequest.BodyPublishers.ofString(write.body()));
  }
}
