package io.listwatch.objects.protobuf;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.json.MalformedJsonException;
import io.listwatch.objects.schema.Times;
import java.time.Instant;

/** The messages that are no objects in JSON: amounts, times, numbers or text, and JSON itself. */
final class SpecialMessages {

  /** The first second of the year 1, which the reference takes for no time at all. */
  private static final long NEVER = -62_135_596_800L;

  /** The first second of the year 10000, which has no spelling. */
  private static final long TOO_LATE = 253_402_300_800L;

  private SpecialMessages() {}

  static JsonValue quantity(WireReader message) {
    String amount = "0";
    while (message.next("Quantity")) {
      if (message.number() == 1) {
        amount = message.text("String_");
      } else {
        message.skip();
      }
    }
    return JsonValue.of(amount);
  }

  /** In whole seconds; the rest is dropped, since JSON has no place for it. */
  static JsonValue time(WireReader message) {
    Instant time = instant(message, false);
    return time.getEpochSecond() == NEVER ? JsonValue.NULL : JsonValue.of(time.toString());
  }

  static JsonValue microtime(WireReader message) {
    Instant time = instant(message, true);
    return time.getEpochSecond() == NEVER && time.getNano() == 0
        ? JsonValue.NULL
        : JsonValue.of(Times.microseconds(time));
  }

  /** Nothing at all is no time at all; a message without seconds is 1970. */
  private static Instant instant(WireReader message, boolean withFraction) {
    long seconds = message.hasMore() ? 0 : NEVER;
    int nanos = 0;
    while (message.next("Timestamp")) {
      switch (message.number()) {
        case 1 -> seconds = message.integer("seconds");
        case 2 -> nanos = (int) message.integer("nanos");
        default -> message.skip();
      }
    }
    if (seconds < NEVER || seconds >= TOO_LATE) {
      throw new MalformedProtobufException(
          "seconds: %d (expected: a time in the years 1 to 9999)".formatted(seconds));
    }
    return Instant.ofEpochSecond(seconds, withFraction ? nanos / 1000 * 1000 : 0);
  }

  static JsonValue intOrString(WireReader message) {
    long type = 0;
    int number = 0;
    String text = "";
    while (message.next("IntOrString")) {
      switch (message.number()) {
        case 1 -> type = message.integer("type");
        case 2 -> number = (int) message.integer("intVal");
        case 3 -> text = message.text("strVal");
        default -> message.skip();
      }
    }
    if (type != 0 && type != 1) {
      throw new MalformedProtobufException("impossible IntOrString.Type");
    }
    return type == 0 ? JsonValue.of(number) : JsonValue.of(text);
  }

  /** JSON in a message of its own. Its reader has its own limits. */
  static JsonValue raw(WireReader message) {
    byte[] json = {};
    while (message.next("RawExtension")) {
      if (message.number() == 1) {
        json = message.bytes("raw");
      } else {
        message.skip();
      }
    }
    try {
      return json.length == 0 ? JsonValue.NULL : JsonTrees.read(json);
    } catch (MalformedJsonException e) {
      throw new MalformedProtobufException(String.valueOf(e.getMessage()), e);
    }
  }
}
