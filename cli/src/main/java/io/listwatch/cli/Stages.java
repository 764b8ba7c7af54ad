package io.listwatch.cli;

import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** Waits for stages of a storage, in commands that have nothing else to do. */
final class Stages {
  private Stages() {}

  static <T> T join(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().join();
    } catch (CompletionException failure) {
      if (failure.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw failure;
    }
  }
}
