package io.listwatch.server.resource;

import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;

/** The stored bytes of an object cannot be decoded. The object can only be deleted. */
public final class UnreadableResourceException extends ApiException {
  private static final long serialVersionUID = 1;

  public UnreadableResourceException(ResourceKey key, String problem) {
    super(status(key, problem));
  }

  UnreadableResourceException(ResourceKey key, Throwable cause) {
    super(status(key, String.valueOf(cause.getMessage())), cause);
  }

  private static Status status(ResourceKey key, String problem) {
    return Status.of(
        StatusReason.STORE_READ_ERROR,
        "the stored object %s cannot be read: %s".formatted(key, problem));
  }
}
