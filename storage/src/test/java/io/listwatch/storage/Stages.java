package io.listwatch.storage;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for the stages that storages return. */
public final class Stages {
  private static final int SECONDS = 40;

  private Stages() {}

  /** Blocks until the stage is complete and returns its result, or throws its failure. */
  public static <T> T done(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().get(SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new AssertionError(e);
    } catch (InterruptedException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }
}
