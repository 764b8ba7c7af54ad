package io.listwatch.server.controllers;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;

/** Waits for what the verbs do, which is for controllers' own threads alone. */
final class Stages {
  private Stages() {}

  /** What a stage completes with, or the failure that it completes with. */
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
