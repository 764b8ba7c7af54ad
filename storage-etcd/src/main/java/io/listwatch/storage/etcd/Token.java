package io.listwatch.storage.etcd;

import io.etcd.jetcd.api.AuthGrpc;
import io.etcd.jetcd.api.AuthenticateRequest;
import io.etcd.jetcd.api.AuthenticateResponse;
import io.grpc.CallCredentials;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The authentication token, obtained with user and password when the first call needs it, and again
 * when etcd no longer accepts it. Concurrent calls share one request.
 *
 * <p>Thread-safe, without a lock.
 */
final class Token extends CallCredentials {
  private static final Metadata.Key<String> HEADER =
      Metadata.Key.of("token", Metadata.ASCII_STRING_MARSHALLER);

  private final EtcdCalls calls;
  private final AuthenticateRequest request;
  private final AtomicReference<@Nullable CompletableFuture<String>> current =
      new AtomicReference<>();

  /**
   * @param calls makes calls without a token
   */
  Token(EtcdCalls calls, String user, String password) {
    this.calls = calls;
    this.request = AuthenticateRequest.newBuilder().setName(user).setPassword(password).build();
  }

  @Override
  public void applyRequestMetadata(RequestInfo info, Executor executor, MetadataApplier applier) {
    Stages.atEnd(token(), (token, failure) -> apply(applier, token, failure));
  }

  private static void apply(
      MetadataApplier applier, @Nullable String token, @Nullable Throwable failure) {
    if (token == null || failure != null) {
      applier.fail(status(failure));
      return;
    }
    var headers = new Metadata();
    headers.put(HEADER, token);
    applier.apply(headers);
  }

  private static Status status(@Nullable Throwable failure) {
    // Keeps the status code, so that a wrong password and an unreachable cluster can be told apart.
    return failure != null && Failures.unwrapped(failure) instanceof CallFailure call
        ? Status.fromCode(call.code()).withDescription(call.reason())
        : Status.UNAVAILABLE.withCause(failure);
  }

  private CompletableFuture<String> token() {
    var known = current.get();
    if (known != null && !known.isCompletedExceptionally()) {
      return known;
    }
    var next = new CompletableFuture<String>();
    if (!current.compareAndSet(known, next)) {
      return token();
    }
    Stages.forward(
        calls
            .call(channel -> AuthGrpc.newFutureStub(channel).authenticate(request), true)
            .thenApply(AuthenticateResponse::getToken),
        next);
    return next;
  }

  /** Discards a rejected token. A request that is under way continues. */
  void forget() {
    var known = current.get();
    if (known != null && known.isDone()) {
      current.compareAndSet(known, null);
    }
  }
}
