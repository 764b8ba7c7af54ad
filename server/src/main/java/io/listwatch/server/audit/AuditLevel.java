package io.listwatch.server.audit;

import java.util.Arrays;
import java.util.Optional;

/** The amount of detail about a request in its audit events. */
public enum AuditLevel {
  NONE("None"),
  METADATA("Metadata"),
  REQUEST("Request"),
  REQUEST_RESPONSE("RequestResponse");

  private final String word;

  AuditLevel(String word) {
    this.word = word;
  }

  /** Returns the level's name in policies and events. */
  public String word() {
    return word;
  }

  boolean includes(AuditLevel other) {
    return compareTo(other) >= 0;
  }

  static Optional<AuditLevel> named(String word) {
    return Arrays.stream(values()).filter(each -> each.word.equals(word)).findFirst();
  }
}
