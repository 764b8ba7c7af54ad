package io.listwatch.client.config;

import io.listwatch.model.ApiException;
import io.listwatch.model.UnavailableException;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Credentials from an exec plugin of a kubeconfig. A credential is cached until it expires or a
 * server rejects it; then the command runs again.
 *
 * <p>Thread-safe. One thread at a time runs the command; others wait for its result.
 */
final class ExecPlugin implements Credentials {
  /**
   * Time before its expiry from which on a credential is not used, because the request needs time
   * to arrive.
   */
  private static final Duration LEEWAY = Duration.ofSeconds(10);

  private final ExecCommand command;
  private final Timers timers;
  private final AtomicReference<@Nullable CompletableFuture<Issued>> run = new AtomicReference<>();

  private volatile @Nullable Issued issued;

  ExecPlugin(ExecCommand command, Timers timers) {
    this.command = command;
    this.timers = timers;
  }

  @Override
  public Credential current() throws InterruptedException {
    Issued last = issued;
    if (last != null && last.lasts(timers.now().plus(LEEWAY))) {
      return last.credential;
    }
    var mine = new CompletableFuture<Issued>();
    CompletableFuture<Issued> others = run.compareAndExchange(null, mine);
    return others == null ? runOnce(mine).credential : await(others).credential;
  }

  private Issued runOnce(CompletableFuture<Issued> mine) throws InterruptedException {
    try {
      Issued fresh = command.run(timers);
      issued = fresh;
      mine.complete(fresh);
      return fresh;
    } catch (InterruptedException | RuntimeException failure) {
      mine.completeExceptionally(failure);
      throw failure;
    } finally {
      run.set(null);
    }
  }

  private static Issued await(CompletableFuture<Issued> others) throws InterruptedException {
    try {
      return others.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof ApiException failure
          ? new ApiException(failure.status(), failure)
          : new UnavailableException("credentials: the exec plugin failed", e);
    }
  }

  @Override
  public void rejected(Credential refused) {
    Issued last = issued;
    if (last != null && last.credential.equals(refused)) {
      issued = null;
    }
  }

  /**
   * A credential printed by the command.
   *
   * @param expires null if it is valid as long as this process runs
   */
  record Issued(Credential credential, @Nullable Instant expires) {
    private boolean lasts(Instant until) {
      return expires == null || until.isBefore(expires);
    }
  }
}
