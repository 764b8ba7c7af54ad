package io.listwatch.server.http.request;

import io.listwatch.model.ResourceVersion;
import io.listwatch.selector.Quotation;

/**
 * A {@code resourceVersion} parameter: none, zero, or a number. The three are different requests.
 *
 * @param text as it was sent
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

  /** Whether it is a number at all, with what is wrong if it is not. */
  void check() {
    if (!unset()) {
      parsed();
    }
  }

  /** Whether it stands for whatever is at hand. */
  boolean any() {
    return !unset() && parsed().equals("0");
  }

  ResourceVersion version() {
    return ResourceVersion.of(parsed());
  }

  /**
   * Without leading zeros.
   *
   * @throws NumberFormatException with the words of the reference
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
