package io.listwatch.storage.etcd;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.MoreExecutors;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ClientInterceptors;
import io.grpc.MethodDescriptor;
import io.listwatch.storage.StorageClosedException;
import io.listwatch.storage.StorageException;
import io.listwatch.storage.StorageUnavailableException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Makes unary calls with a deadline, on the current endpoint. Retries on the next endpoint if that
 * is safe.
 *
 * <p>Thread-safe. A thread of the {@link Endpoints} completes the stage of a call.
 */
final class EtcdCalls {
  private final Endpoints endpoints;
  private final Duration timeout;
  private final ClientInterceptor bounded = new Bounded();

  /** Null if the cluster has no authentication. */
  private final @Nullable Token token;

  private volatile boolean closed;

  private EtcdCalls(Endpoints endpoints, Duration timeout, @Nullable Credentials credentials) {
    this.endpoints = endpoints;
    this.timeout = timeout;
    this.token =
        credentials == null
            ? null
            : new Token(
                new EtcdCalls(endpoints, timeout, null),
                credentials.user(),
                credentials.password());
  }

  /** User and password for a cluster with authentication enabled. */
  record Credentials(String user, String password) {}

  static EtcdCalls open(Endpoints endpoints, Duration timeout, @Nullable Credentials credentials) {
    return new EtcdCalls(endpoints, timeout, credentials);
  }

  /** Starts one kind of call on a channel. */
  interface Call<T> {
    ListenableFuture<T> begin(Channel channel);
  }

  /**
   * Makes a call.
   *
   * @param repeatable true if it may be retried although the first attempt may have taken effect
   * @return fails with {@link CallFailure} or {@link StorageClosedException}
   */
  <T> CompletableFuture<T> call(Call<T> call, boolean repeatable) {
    var result = new CompletableFuture<T>();
    attempt(call, repeatable, endpoints.all().size(), result);
    return result;
  }

  private <T> void attempt(
      Call<T> call, boolean repeatable, int left, CompletableFuture<T> result) {
    Endpoint endpoint = endpoints.current();
    Stages.atEnd(
        callOn(endpoint, call),
        (response, cause) -> {
          if (response != null) {
            result.complete(response);
            return;
          }
          boolean again =
              cause instanceof CallFailure failure && handle(endpoint, failure, repeatable);
          if (closed) {
            result.completeExceptionally(new StorageClosedException());
          } else if (again && left > 0) {
            attempt(call, repeatable, left - 1, result);
          } else {
            result.completeExceptionally(cause);
          }
        });
  }

  /**
   * Drops a stale token or switches the endpoint, for later calls. Returns whether to retry this
   * one.
   */
  private boolean handle(Endpoint endpoint, CallFailure failure, boolean repeatable) {
    if (failure.isStaleToken() && token != null) {
      token.forget();
      return true;
    }
    if (failure.isOfEndpoint()) {
      endpoints.failed(endpoint);
      return repeatable || failure.wasNeverSent();
    }
    return false;
  }

  /** Handles the failure of a watch stream on an endpoint. */
  CallFailure failed(Endpoint endpoint, Throwable cause) {
    var failure = new CallFailure(endpoint, cause);
    handle(endpoint, failure, true);
    return failure;
  }

  /** Makes one call on the given endpoint, without retry. */
  <T> CompletableFuture<T> callOn(Endpoint endpoint, Call<T> call) {
    var result = new CompletableFuture<T>();
    Futures.addCallback(
        call.begin(ClientInterceptors.intercept(endpoint.channel(), bounded)),
        new FutureCallback<T>() {
          @Override
          public void onSuccess(T response) {
            result.complete(response);
          }

          @Override
          public void onFailure(Throwable cause) {
            result.completeExceptionally(new CallFailure(endpoint, cause));
          }
        },
        MoreExecutors.directExecutor());
    return result;
  }

  /**
   * Blocks until a call is complete.
   *
   * @throws CallFailure if the call failed
   * @throws StorageException if interrupted, or if the call takes too long
   */
  <T> T await(CompletableFuture<T> call) {
    try {
      // Calls have deadlines; this bound is for the case that the call threads are blocked.
      long bound = timeout.toMillis() * (endpoints.all().size() + 2);
      return call.get(bound, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      call.cancel(true);
      Thread.currentThread().interrupt();
      throw new StorageUnavailableException("interrupted while waiting for etcd", e);
    } catch (TimeoutException e) {
      call.cancel(true);
      throw new StorageUnavailableException(
          "etcd: no response in time; check that its members run", e);
    } catch (ExecutionException e) {
      if (Failures.unwrapped(e) instanceof RuntimeException failure) {
        throw failure;
      }
      throw new StorageException("etcd: a call failed", e);
    }
  }

  Endpoints endpoints() {
    return endpoints;
  }

  /** Returns the credentials for a stream, if any. */
  CallOptions streamOptions() {
    return token == null ? CallOptions.DEFAULT : CallOptions.DEFAULT.withCallCredentials(token);
  }

  boolean closed() {
    return closed;
  }

  /** Makes all later failures {@link StorageClosedException}s. */
  void close() {
    closed = true;
  }

  /** Adds the deadline and the credentials to each call. */
  private final class Bounded implements ClientInterceptor {
    @Override
    public <Q, A> ClientCall<Q, A> interceptCall(
        MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
      var within = options.withDeadlineAfter(timeout.toMillis(), TimeUnit.MILLISECONDS);
      return next.newCall(method, token == null ? within : within.withCallCredentials(token));
    }
  }
}
