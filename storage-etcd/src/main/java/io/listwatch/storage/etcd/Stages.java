package io.listwatch.storage.etcd;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Stages that lead to others. */
final class Stages {
  private Stages() {}

  /** Does something at the end, whatever it is, which must not fail. */
  static <T> void atEnd(
      CompletionStage<T> stage, BiConsumer<@Nullable T, @Nullable Throwable> action) {
    stage.whenComplete(action);
  }

  /** Completes the one as the other is completed, and with the failure itself. */
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
