package io.listwatch.server.controllers;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;

/** Waits for stages of the verbs. Only for the controllers' own threads, which may block. */
final class Stages {
  private Stages() {}

  /** Blocks until the stage completes. Returns its result or throws its failure. */
  static <T> T await(CompletionStage<T> stage) throws InterruptedException {
    try {
      return stage.toCompletableFuture().get();
    } catch (ExecutionException failure) {
      if (failure.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(failure.getCause());
    }
  }
}
