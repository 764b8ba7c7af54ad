package io.listwatch.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.auth.token.TokenKey;
import io.listwatch.server.auth.token.TokenKeySource;
import io.listwatch.server.auth.token.TokenKeys;
import io.listwatch.server.resource.Workers;
import io.listwatch.storage.Key;
import io.listwatch.storage.RevisionConflictException;
import io.listwatch.storage.Storage;
import io.listwatch.storage.StorageException;
import io.listwatch.storage.StoredEntry;
import io.listwatch.storage.StoredValue;
import io.listwatch.time.Timers;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The keys of service account tokens that the server creates and keeps in its storage, under a key
 * that no API serves. Servers on one storage share them.
 *
 * <p>The first token creates the first key. A key that is {@link #ROTATION} old gets a successor,
 * which all servers publish for {@link #AHEAD} before it signs. Old keys still verify tokens, so
 * that a token stays valid until it expires.
 *
 * <p>Thread-safe. Storage is read on workers.
 */
final class StoredTokenKeys implements TokenKeySource {
  static final Key KEY = Key.of("/listwatch/service-account-keys");
  static final Duration ROTATION = Duration.ofDays(90);

  /** The time for which other programs may cache the key set. */
  static final Duration AHEAD = Duration.ofHours(1);

  /** Ten years of keys; the oldest ones are dropped. */
  static final int MAX_KEYS = 40;

  /** A token with an unknown key makes the server look for new keys at most this often. */
  private static final long INTERVAL = Duration.ofSeconds(1).toNanos();

  private static final int BITS = 2_048;
  private static final int MAX_ATTEMPTS = 5;

  private final Storage storage;
  private final List<TokenKey> others;
  private final Workers workers;
  private final Timers timers;

  /** The keys as last read, the newest first. Any thread replaces them by a later state. */
  private volatile List<DatedKey> known = List.of();

  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private CompletionStage<TokenKeys> looking = CompletableFuture.completedFuture(TokenKeys.NONE);

  @GuardedBy("lock")
  private long lastLook;

  /**
   * @param others further keys that verify
   */
  StoredTokenKeys(Storage storage, List<TokenKey> others, Workers workers, Timers timers) {
    this.storage = storage;
    this.others = List.copyOf(others);
    this.workers = workers;
    this.timers = timers;
    this.lastLook = timers.nanoTime() - INTERVAL;
  }

  /** A key and the time of its creation. */
  private record DatedKey(Instant created, TokenKey key) {}

  @Override
  public CompletionStage<TokenKeys> signing() {
    return needsKey(known) ? load(true) : CompletableFuture.completedFuture(keys(known));
  }

  private boolean needsKey(List<DatedKey> keys) {
    return keys.isEmpty() || !keys.get(0).created.plus(ROTATION).isAfter(timers.now());
  }

  @Override
  public CompletionStage<TokenKeys> verifying(String id) {
    TokenKeys current = keys(known);
    boolean there = current.all().stream().anyMatch(each -> each.id().equals(id));
    return there
        ? CompletableFuture.completedFuture(current)
        : look().thenApply(found -> keys(known));
  }

  /**
   * Looks for new keys, or returns the result of the last search if that was a moment ago or is
   * still in progress.
   */
  private CompletionStage<TokenKeys> look() {
    lock.lock();
    try {
      long now = timers.nanoTime();
      if (now - lastLook >= INTERVAL) {
        lastLook = now;
        looking = load(false);
      }
      return looking;
    } finally {
      lock.unlock();
    }
  }

  private CompletionStage<TokenKeys> load(boolean creating) {
    return workers.supply(() -> keys(read(creating)));
  }

  /** Blocks. If another server has just added a key, uses that one. */
  private List<DatedKey> read(boolean creating) {
    for (int attempt = 1; ; attempt++) {
      StoredEntry stored = storage.get(KEY).orElse(null);
      if (stored != null) {
        known = read(StoredValue.decode(stored).json());
      }
      if (!creating || !needsKey(known)) {
        return known;
      }
      List<DatedKey> next = withNewKey(known);
      try {
        long unused = write(stored, bytes(next)).toCompletableFuture().join();
        known = next;
        return next;
      } catch (CompletionException problem) {
        if (!(problem.getCause() instanceof RevisionConflictException) || attempt == MAX_ATTEMPTS) {
          throw problem.getCause() instanceof StorageException cause ? cause : problem;
        }
      }
    }
  }

  /** Writes the keys in the format of a stored object, whose checksum tools can verify. */
  private CompletionStage<Long> write(@Nullable StoredEntry stored, byte[] json) {
    byte[] value = StoredValue.encode(storage.format(), KEY, json);
    return stored == null
        ? storage.create(KEY, value)
        : storage.update(KEY, value, stored.revision());
  }

  private List<DatedKey> withNewKey(List<DatedKey> old) {
    try {
      var generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(BITS);
      KeyPair pair = generator.generateKeyPair();
      var next = new ArrayList<DatedKey>();
      next.add(new DatedKey(timers.now(), TokenKey.of(pair.getPublic(), pair.getPrivate())));
      old.stream().limit(MAX_KEYS - 1).forEach(next::add);
      return List.copyOf(next);
    } catch (GeneralSecurityException impossible) {
      throw new AssertionError(impossible);
    }
  }

  /** Puts the signing key first: the newest one that has been published for long enough. */
  private TokenKeys keys(List<DatedKey> dated) {
    Instant limit = timers.now().minus(AHEAD);
    var all = new ArrayList<TokenKey>();
    dated.stream()
        .filter(each -> !each.created.isAfter(limit))
        .findFirst()
        .or(() -> dated.isEmpty() ? Optional.empty() : Optional.of(dated.get(dated.size() - 1)))
        .ifPresent(each -> all.add(each.key));
    dated.stream().map(DatedKey::key).filter(each -> !all.contains(each)).forEach(all::add);
    all.addAll(others);
    return new TokenKeys(all);
  }

  private static byte[] bytes(List<DatedKey> keys) {
    JsonObject document = new JsonObject();
    JsonArray array = document.putArray("keys");
    for (DatedKey each : keys) {
      byte[] encoded = requireNonNull(each.key.privateKey()).getEncoded();
      array
          .addObject()
          .put("created", each.created.toString())
          .put("pkcs8", Base64.getEncoder().encodeToString(encoded));
    }
    return JsonTrees.write(document).getBytes(UTF_8);
  }

  private static List<DatedKey> read(byte[] json) {
    var keys = new ArrayList<DatedKey>();
    for (JsonValue each : JsonTrees.read(json).path("keys")) {
      Instant created = Instant.parse(each.path("created").asText());
      keys.add(new DatedKey(created, key(each.path("pkcs8").asText())));
    }
    return List.copyOf(keys);
  }

  private static TokenKey key(String pkcs8) {
    try {
      var factory = KeyFactory.getInstance("RSA");
      var spec = new PKCS8EncodedKeySpec(Base64.getDecoder().decode(pkcs8));
      var key = (RSAPrivateCrtKey) factory.generatePrivate(spec);
      return TokenKey.of(
          factory.generatePublic(new RSAPublicKeySpec(key.getModulus(), key.getPublicExponent())),
          key);
    } catch (GeneralSecurityException malformed) {
      throw new IllegalStateException(KEY + ": malformed (expected: keys of tokens)", malformed);
    }
  }
}
