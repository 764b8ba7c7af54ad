package io.listwatch.client.event;

/** The {@code type} of an event. */
public enum EventType {
  NORMAL("Normal"),
  WARNING("Warning");

  private final String word;

  EventType(String word) {
    this.word = word;
  }

  /** Returns the value in the API. */
  String word() {
    return word;
  }
}
