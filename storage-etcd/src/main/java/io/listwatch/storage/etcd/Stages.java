package io.listwatch.storage.etcd;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Helpers for completion stages. */
final class Stages {
  private Stages() {}

  /** Runs an action when the stage is complete, even exceptionally. The action must not throw. */
  static <T> void atEnd(
      CompletionStage<T> stage, BiConsumer<@Nullable T, @Nullable Throwable> action) {
    stage.whenComplete(action);
  }

  /** Completes {@code to} like {@code from}, with the unwrapped failure. */
  static <T> void forward(CompletionStage<T> from, CompletableFuture<T> to) {
    from.whenComplete(
        (value, failure) -> {
          if (failure == null) {
            to.complete(value);
          } else {
            to.completeExceptionally(Failures.unwrapped(failure));
          }
        });
  }
}
