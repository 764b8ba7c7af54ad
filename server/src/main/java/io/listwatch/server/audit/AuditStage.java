package io.listwatch.server.audit;

import java.util.Arrays;
import java.util.Optional;

/** The moment in a request at which an audit event is made. */
public enum AuditStage {
  REQUEST_RECEIVED("RequestReceived"),
  /** Only for watches and other long-running requests, and for failed authentications. */
  RESPONSE_STARTED("ResponseStarted"),
  RESPONSE_COMPLETE("ResponseComplete"),
  /** The server failed with an unexpected exception. */
  PANIC("Panic");

  private final String word;

  AuditStage(String word) {
    this.word = word;
  }

  /** Returns the stage's name in policies and events. */
  public String word() {
    return word;
  }

  static Optional<AuditStage> named(String word) {
    return Arrays.stream(values()).filter(each -> each.word.equals(word)).findFirst();
  }
}
