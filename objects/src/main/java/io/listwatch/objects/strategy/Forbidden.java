package io.listwatch.objects.strategy;

import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceType;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.selector.Quotation;
import java.util.List;

/** Creates the 403 response for a write of a valid object. */
public final class Forbidden {
  private Forbidden() {}

  /**
   * Returns the error.
   *
   * @param name of the object; empty if it has none yet
   */
  public static ApiException write(ResourceType type, String name, String cause) {
    String object = name.isEmpty() ? "" : " " + Quotation.of(name);
    var details = new Status.Details(type.group(), type.plural(), name, "", List.of(), 0);
    return new Status(
            StatusReason.FORBIDDEN.code(),
            StatusReason.FORBIDDEN.word(),
            type + object + " is forbidden: " + cause,
            details)
        .toException();
  }
}
