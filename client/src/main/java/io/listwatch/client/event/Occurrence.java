package io.listwatch.client.event;

import java.time.Instant;

/** One call of {@link EventRecorder#event}. */
record Occurrence(
    EventSource source,
    ObjectReference about,
    EventType type,
    String reason,
    String message,
    Instant at) {
  /** The API's limit. */
  private static final int MAX_REASON = 128;

  private static final int MAX_MESSAGE = 1024;

  Occurrence {
    reason = cut(reason, MAX_REASON);
    message = cut(message, MAX_MESSAGE);
  }

  /** Truncates a string, but not within a surrogate pair. */
  private static String cut(String text, int length) {
    if (text.length() <= length) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(length - 1)) ? length - 1 : length;
    return text.substring(0, end);
  }

  Occurrence withMessage(String newMessage) {
    return new Occurrence(source, about, type, reason, newMessage, at);
  }

  /** Returns the fields shared by occurrences that differ only in message or time. */
  Group group() {
    return new Group(source, about.withoutVersion(), type, reason);
  }

  record Group(EventSource source, ObjectReference about, EventType type, String reason) {}
}
