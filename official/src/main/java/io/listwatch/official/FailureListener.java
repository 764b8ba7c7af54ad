package io.listwatch.official;

import io.kubernetes.client.openapi.ApiException;
import io.listwatch.informer.InformerListener;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Passes the failures of an informer to the user's exception handler. The reflector logs them. */
final class FailureListener<T> implements InformerListener {
  private final Class<T> type;
  private final @Nullable BiConsumer<Class<T>, Throwable> exceptionHandler;

  FailureListener(Class<T> type, @Nullable BiConsumer<Class<T>, Throwable> exceptionHandler) {
    this.type = type;
    this.exceptionHandler = exceptionHandler;
  }

  @Override
  public void onError(Exception error) {
    if (exceptionHandler != null) {
      exceptionHandler.accept(type, translate(error));
    }
  }

  /** Returns the official client's exception for a response of the server. */
  private static Exception translate(Exception error) {
    if (error instanceof io.listwatch.model.ApiException failure && failure.getCause() == null) {
      int code = failure.status().code();
      return new ApiException(failure.getMessage(), failure, code, Map.of(), null);
    }
    return error;
  }
}
