package io.listwatch.client.event;

/** Whether an event is as it should be. */
public enum EventType {
  NORMAL("Normal"),
  WARNING("Warning");

  private final String word;

  EventType(String word) {
    this.word = word;
  }

  /** As the API has it. */
  String word() {
    return word;
  }
}
