package io.listwatch.server.http.request;

import io.listwatch.model.ResourceVersion;
import io.listwatch.selector.Quotation;

/**
 * A {@code resourceVersion} parameter: unset, zero, or a number. The three mean different requests.
 *
 * @param text the value of the parameter
 */
record WireVersion(String text) {
  boolean unset() {
    return text.isEmpty();
  }

  boolean zero() {
    return text.equals("0");
  }

  boolean unsetOrZero() {
    return unset() || zero();
  }

  /**
   * Throws if it is not a number.
   *
   * @throws NumberFormatException with Go's message
   */
  void check() {
    if (!unset()) {
      parsed();
    }
  }

  /** True if it stands for any version. */
  boolean any() {
    return !unset() && parsed().equals("0");
  }

  ResourceVersion version() {
    return ResourceVersion.of(parsed());
  }

  /**
   * Returns the number without leading zeros.
   *
   * @throws NumberFormatException with Go's message
   */
  private String parsed() {
    try {
      return GoNumbers.parseUint(text);
    } catch (NumberFormatException e) {
      var failure =
          new NumberFormatException(
              "resourceVersion: Invalid value: %s: %s"
                  .formatted(Quotation.of(text), e.getMessage()));
      failure.initCause(e);
      throw failure;
    }
  }
}
