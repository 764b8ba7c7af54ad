package io.listwatch.server.resource;

import io.listwatch.model.ApiException;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;

/**
 * The version of a list's first page has been compacted. Carries a token to continue at the latest
 * version, for clients that accept an inconsistent list.
 */
public final class ExpiredContinueException extends ApiException {
  private static final long serialVersionUID = 1;

  private static final String MESSAGE =
      "The provided continue parameter is too old to display a consistent list result. You can"
          + " start a new list without the continue parameter, or use the continue token in this"
          + " response to retrieve the remainder of the results. Continuing with the provided token"
          + " results in an inconsistent list - objects that were created, modified, or deleted"
          + " between the time the first chunk was returned and now may show up in the list.";

  private final String continueToken;

  ExpiredContinueException(String continueToken) {
    super(Status.of(StatusReason.EXPIRED, MESSAGE));
    this.continueToken = continueToken;
  }

  /** Returns the token for the status' {@code metadata.continue}. */
  public String continueToken() {
    return continueToken;
  }
}
