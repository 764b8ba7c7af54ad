package io.listwatch.objects.strategy;

import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceType;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.selector.Quotation;

/** Creates the 403 response for a write of a valid object. */
public final class Forbidden {
  private Forbidden() {}

  /**
   * Returns the error.
   *
   * @param name the name of the object; empty if it has none yet
   */
  public static ApiException write(ResourceType type, String name, String cause) {
    String object = name.isEmpty() ? "" : " " + Quotation.of(name);
    return Status.of(StatusReason.FORBIDDEN, type + object + " is forbidden: " + cause)
        .withDetails(Status.Details.of(type, name))
        .toException();
  }
}
