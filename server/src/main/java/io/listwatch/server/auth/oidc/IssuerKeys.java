package io.listwatch.server.auth.oidc;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.json.MalformedJsonException;
import io.listwatch.server.auth.token.TokenKey;
import io.listwatch.server.webhook.RemoteDocuments;
import io.listwatch.server.webhook.WebhookException;
import io.listwatch.time.Timers;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys of an issuer, from its key set. They are fetched when the first token comes, and again
 * when a token has an unknown key id, at most once in {@link #PAUSE}.
 *
 * <p>Thread-safe; never blocks. The lock is a leaf.
 */
final class IssuerKeys {
  private static final Logger log = LoggerFactory.getLogger(IssuerKeys.class);
  static final Duration PAUSE = Duration.ofSeconds(10);

  private final JwtIssuer issuer;
  private final RemoteDocuments documents;
  private final Timers timers;
  private final ReentrantLock lock = new ReentrantLock();

  /** Null until they were fetched. */
  private volatile @Nullable List<TokenKey> keys;

  /** Null while nothing is being fetched. */
  @GuardedBy("lock")
  private @Nullable CompletableFuture<List<TokenKey>> fetching;

  @GuardedBy("lock")
  private long fetchedAt;

  @GuardedBy("lock")
  private boolean fetchedOnce;

  IssuerKeys(JwtIssuer issuer, RemoteDocuments documents, Timers timers) {
    this.issuer = issuer;
    this.documents = documents;
    this.timers = timers;
  }

  /**
   * Completes with the keys that have a key id, or with all keys if the id is empty. The list is
   * empty if there are none, or if the issuer cannot be reached.
   */
  CompletionStage<List<TokenKey>> named(String id) {
    List<TokenKey> known = keys;
    List<TokenKey> found = known == null ? List.of() : named(id, known);
    return found.isEmpty()
        ? fetched().thenApply(all -> named(id, all))
        : CompletableFuture.completedFuture(found);
  }

  private static List<TokenKey> named(String id, List<TokenKey> all) {
    return id.isEmpty() ? all : all.stream().filter(each -> each.id().equals(id)).toList();
  }

  private CompletionStage<List<TokenKey>> fetched() {
    CompletableFuture<List<TokenKey>> result;
    lock.lock();
    try {
      long now = timers.nanoTime();
      if (fetching != null) {
        return fetching;
      }
      if (fetchedOnce && now - fetchedAt < PAUSE.toNanos()) {
        List<TokenKey> known = keys;
        return CompletableFuture.completedFuture(known == null ? List.of() : known);
      }
      fetchedOnce = true;
      fetchedAt = now;
      result = new CompletableFuture<>();
      fetching = result;
    } finally {
      lock.unlock();
    }
    var unused =
        fetch()
            .whenComplete((all, failure) -> ended(result, failure == null ? all : null, failure));
    return result;
  }

  private CompletionStage<List<TokenKey>> fetch() {
    return documents
        .get(issuer.discovery())
        .thenCompose(
            bytes -> {
              JsonValue document = read(bytes);
              String claimed = document.path("issuer").asText();
              if (!claimed.equals(issuer.url())) {
                throw failure(
                    "issuer did not match the issuer returned by provider, expected \"%s\" got \"%s\""
                        .formatted(issuer.url(), claimed));
              }
              return documents.get(address(document.path("jwks_uri").asText()));
            })
        .thenApply(bytes -> JsonWebKeys.read(read(bytes), issuer.algorithms()));
  }

  private static URI address(String text) {
    try {
      URI uri = URI.create(text);
      if ("https".equals(uri.getScheme()) && uri.getHost() != null) {
        return uri;
      }
    } catch (IllegalArgumentException malformed) {
      // Reported below.
    }
    throw failure("jwks_uri: %s (expected: an https URL)".formatted(text));
  }

  private static JsonValue read(byte[] bytes) {
    try {
      return JsonTrees.read(bytes);
    } catch (MalformedJsonException malformed) {
      throw failure("malformed JSON: " + malformed.getMessage());
    }
  }

  private static CompletionException failure(String why) {
    return new CompletionException(new WebhookException(why));
  }

  private void ended(
      CompletableFuture<List<TokenKey>> result,
      @Nullable List<TokenKey> all,
      @Nullable Throwable failure) {
    if (all == null) {
      log.warn("the keys of {} cannot be fetched: {}", issuer.url(), String.valueOf(failure));
    } else {
      keys = all;
    }
    lock.lock();
    try {
      fetching = null;
    } finally {
      lock.unlock();
    }
    List<TokenKey> known = keys;
    result.complete(known == null ? List.of() : known);
  }
}
