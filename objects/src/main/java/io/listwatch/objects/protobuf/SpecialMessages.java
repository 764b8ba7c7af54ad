package io.listwatch.objects.protobuf;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.json.MalformedJsonException;
import io.listwatch.objects.schema.Times;
import java.time.Instant;

/**
 * Types that are messages in protobuf but not objects in JSON: quantities, times, int-or-string and
 * raw JSON.
 */
final class SpecialMessages {

  /** The first second of year 1: Go's zero time, which counts as absent. */
  private static final long NEVER = -62_135_596_800L;

  /** The first second of year 10000, which RFC 3339 cannot represent. */
  private static final long TOO_LATE = 253_402_300_800L;

  private SpecialMessages() {}

  static JsonValue quantity(WireReader message) {
    String quantity = "0";
    while (message.next("Quantity")) {
      if (message.number() == 1) {
        quantity = message.text("String_");
      } else {
        message.skip();
      }
    }
    return JsonValue.of(quantity);
  }

  /** Reads a time in whole seconds; fractions are dropped, because JSON does not have them. */
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

  /** An empty message is the zero time; a message without seconds is in 1970. */
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

  /** Reads raw JSON from its message. The JSON parser has limits of its own. */
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
      return json.length == 0 ? JsonValue.NULL : JsonTrees.parse(json).tree();
    } catch (MalformedJsonException e) {
      throw new MalformedProtobufException(String.valueOf(e.getMessage()), e);
    }
  }
}
