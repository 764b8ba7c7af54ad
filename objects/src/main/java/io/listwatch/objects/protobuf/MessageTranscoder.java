package io.listwatch.objects.protobuf;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.schema.BuiltInForm;
import io.listwatch.objects.schema.ObjectSchema;
import java.util.Arrays;
import java.util.Base64;

/**
 * Transcodes the canonical JSON of an object to the protobuf message that kube-apiserver would
 * send, byte for byte, in one pass over the JSON and without a tree.
 *
 * <p>Canonical JSON spells members in the order of their protobuf numbers, so one pass follows both
 * the JSON and a {@link MessagePlan}. Go writes members that are not pointers even if they are
 * empty; the plan has the bytes of those that JSON leaves out. Members that the type does not have
 * are left out. JSON that is not canonical is normalized first.
 *
 * <p>Not thread-safe, and reusable: the message is valid until the next call.
 */
public final class MessageTranscoder {
  /** Number of bytes that the array must have after the JSON. */
  public static final int PADDING = CanonicalJson.PADDING;

  private static final int KEY = 1 << 3 | PlanValue.LENGTH;
  private static final int VALUE = 2 << 3 | PlanValue.LENGTH;
  private static final int FIRST_VARINT = 1 << 3;
  private static final int SECOND_VARINT = 2 << 3;
  private static final int THIRD = 3 << 3 | PlanValue.LENGTH;

  /** Go's zero time, which canonical JSON spells as null. */
  private static final long NEVER = -62_135_596_800L;

  private static final int SECONDS_LENGTH = "2026-03-01T09:00:02Z".length();
  private static final int MICROSECONDS_LENGTH = "2026-03-01T09:00:02.123456Z".length();

  private final CanonicalJson json = new CanonicalJson();
  private final MessageBuffer out = new MessageBuffer();

  /** The position of a member that has not been moved. */
  private static final int NOT_MOVED = -1;

  /** The start of the content of each open inlined message, outermost first. */
  private int[] inlined = new int[4];

  private int depth;

  /**
   * Transcodes an object.
   *
   * @param bytes its JSON, followed by at least {@link #PADDING} bytes
   * @param length the length of the JSON
   * @throws MalformedProtobufException if a value does not have its declared type
   */
  public void transcode(ObjectSchema type, byte[] bytes, int length) {
    if (!pass(type, bytes, length)) {
      byte[] normal = normalized(type, Arrays.copyOf(bytes, length));
      if (!pass(type, padded(normal), normal.length)) {
        throw new MalformedProtobufException(
            "object: a value of the wrong type (expected: a %s)".formatted(type.name()));
      }
    }
  }

  /** Returns the message of an object as a new array. */
  public static byte[] message(ObjectSchema type, byte[] json) {
    var transcoder = new MessageTranscoder();
    transcoder.transcode(type, padded(json), json.length);
    return transcoder.toByteArray();
  }

  /** True if this JSON is canonical, so that one pass over it is enough. */
  public static boolean needsOnePass(ObjectSchema type, byte[] json) {
    return new MessageTranscoder().pass(type, padded(json), json.length);
  }

  private static byte[] padded(byte[] json) {
    return Arrays.copyOf(json, json.length + PADDING);
  }

  private static byte[] normalized(ObjectSchema type, byte[] json) {
    return JsonTrees.read(json) instanceof JsonObject object
        ? new BuiltInForm(type).encode(object)
        : json;
  }

  /** Returns false if the JSON is not canonical. */
  private boolean pass(ObjectSchema type, byte[] bytes, int length) {
    json.reset(bytes, 0, length);
    out.size = 0;
    depth = 0;
    try {
      members(MessagePlan.of(type));
      return json.ended();
    } catch (NotCanonicalException | IndexOutOfBoundsException | IllegalArgumentException odd) {
      return false;
    }
  }

  /** Returns the length of the message. */
  public int size() {
    return out.size;
  }

  /** Returns an array that starts with the message. It is valid until the next call. */
  public byte[] buffer() {
    return out.bytes;
  }

  private byte[] toByteArray() {
    return Arrays.copyOf(out.bytes, out.size);
  }

  /** Returns the field that Go writes for an empty value. */
  static byte[] zero(int tag, PlanValue value) {
    var zero = new MessageTranscoder();
    byte[] json = zeroJson(value.form).getBytes(US_ASCII);
    zero.json.reset(padded(json), 0, json.length);
    zero.value(tag, value);
    return zero.toByteArray();
  }

  private static String zeroJson(PlanValue.Form form) {
    return switch (form) {
      case STRING -> "\"\"";
      case BOOL -> "false";
      case INTEGER, DOUBLE, INT_OR_STRING -> "0";
      case QUANTITY -> "\"0\"";
      case MESSAGE -> "{}";
      default -> "null";
    };
  }

  private void members(MessagePlan plan) {
    PlanStep[] steps = plan.steps;
    int next = 0;
    int moved = NOT_MOVED;
    if (json.enter('{', '}')) {
      do {
        json.expect('"');
        int found = plan.find(json.bytes, json.at, next);
        if (found < 0) {
          unknown(plan);
        } else if (next == 0 && found == plan.movable) {
          moved = skipMember(steps[found]);
        } else {
          absent(steps, next, found, moved);
          next = found + 1;
          member(steps[found]);
        }
      } while (json.more('}'));
    }
    absent(steps, next, steps.length, moved);
  }

  /** Skips a member that is written later, in its place. Returns its position. */
  private int skipMember(PlanStep step) {
    int at = json.at;
    json.at += step.nameLength();
    json.expect(':');
    json.skip();
    return at;
  }

  /**
   * Writes the members that are absent from the JSON but that Go writes.
   *
   * @param moved the position of the member that came first instead of in its place
   */
  private void absent(PlanStep[] steps, int from, int to, int moved) {
    for (int i = from; i < to; i++) {
      PlanStep step = steps[i];
      if (moved != NOT_MOVED && step.isAt(json.bytes, moved)) {
        int at = json.at;
        json.at = moved;
        member(step);
        json.at = at;
      } else if (step.zero.length > 0) {
        zero(step);
      } else if (step.value.form == PlanValue.Form.INLINE) {
        push(out.open(step.tag));
      } else if (step == PlanStep.CLOSE) {
        out.close(inlined[--depth]);
      }
    }
  }

  private void zero(PlanStep step) {
    out.room(step.zero.length);
    out.raw(step.zero, 0, step.zero.length);
  }

  private void push(int start) {
    if (depth == inlined.length) {
      inlined = Arrays.copyOf(inlined, 2 * depth);
    }
    inlined[depth++] = start;
  }

  private void member(PlanStep step) {
    json.at += step.nameLength();
    json.expect(':');
    if (!json.skipNull()) {
      value(step.tag, step.value);
    } else if (step.zero.length > 0) {
      zero(step);
    }
  }

  /**
   * Skips a member that the type does not have. Throws if the type has it: then the members are not
   * in canonical order.
   */
  private void unknown(MessagePlan plan) {
    int start = json.at--;
    json.skipString();
    if (json.escaped(start, json.at) || plan.find(json.bytes, start, 0) >= 0) {
      throw NotCanonicalException.ODD;
    }
    json.expect(':');
    json.skip();
  }

  private void value(int tag, PlanValue value) {
    out.room(0);
    switch (value.form) {
      case STRING -> {
        out.varint(tag);
        json.string(out);
      }
      case BOOL -> integer(tag, json.bool() ? 1 : 0);
      case INTEGER -> integer(tag, json.integer());
      case DOUBLE -> {
        out.varint(tag);
        out.fixed64(json.decimal());
      }
      case BYTES -> bytes(tag);
      case QUANTITY -> {
        int start = out.open(tag);
        out.varint(KEY);
        json.string(out);
        out.close(start);
      }
      case TIME -> time(tag, SECONDS_LENGTH);
      case MICROTIME -> time(tag, MICROSECONDS_LENGTH);
      case INT_OR_STRING -> intOrString(tag);
      case RAW -> raw(tag);
      case MESSAGE -> {
        int start = out.open(tag);
        members(value.plan());
        out.close(start);
      }
      case SCHEMA_OR_BOOL, SCHEMA_OR_LIST, SCHEMA_OR_STRINGS -> schemaOr(tag, value);
      case LIST -> items(tag, value.item());
      case WRAPPED -> {
        int start = out.open(tag);
        if (!json.skipNull()) {
          items(KEY, value.item());
        }
        out.close(start);
      }
      case MAP -> entries(tag, value.item());
      case SKIPPED, INLINE -> json.skip();
    }
  }

  private void integer(int tag, long value) {
    out.varint(tag);
    out.varint(value);
  }

  private void items(int tag, PlanValue item) {
    if (json.enter('[', ']')) {
      do {
        value(tag, item);
      } while (json.more(']'));
    }
  }

  private void entries(int tag, PlanValue value) {
    int valueTag = 2 << 3 | value.wireType();
    int lastKey = -1;
    int lastKeyEnd = -1;
    if (json.enter('{', '}')) {
      do {
        int start = out.open(tag);
        int key = json.at;
        out.varint(KEY);
        json.string(out);
        if (lastKey >= 0) {
          json.checkSorted(lastKey, lastKeyEnd, key);
        }
        lastKey = key;
        lastKeyEnd = json.at;
        json.expect(':');
        value(valueTag, value);
        out.close(start);
      } while (json.more('}'));
    }
  }

  private void bytes(int tag) {
    int start = json.at + 1;
    json.skipString();
    int end = json.at - 1;
    byte[] decoded = Base64.getDecoder().decode(Arrays.copyOfRange(json.bytes, start, end));
    out.room(decoded.length);
    out.varint(tag);
    out.lengthAndRaw(decoded, 0, decoded.length);
  }

  /** Writes a time; null is an empty message. */
  private void time(int tag, int length) {
    int start = out.open(tag);
    if (!json.skipNull()) {
      byte[] bytes = json.bytes;
      int text = json.at + 1;
      int end = text + length;
      json.expect('"');
      TimeDigits.check(bytes[end - 1] == 'Z' && bytes[end] == '"');
      long seconds = TimeDigits.seconds(bytes, text);
      TimeDigits.check(seconds != NEVER);
      integer(FIRST_VARINT, seconds);
      integer(SECOND_VARINT, length == SECONDS_LENGTH ? 0 : nanos(bytes, text + 19));
      json.at = end + 1;
    }
    out.close(start);
  }

  private static long nanos(byte[] text, int at) {
    TimeDigits.check(text[at] == '.');
    return TimeDigits.number(text, at + 1, 6) * 1000L;
  }

  private void intOrString(int tag) {
    int start = out.open(tag);
    if (json.peek() == '"') {
      integer(FIRST_VARINT, 1);
      integer(SECOND_VARINT, 0);
      out.varint(THIRD);
      json.string(out);
    } else {
      integer(FIRST_VARINT, 0);
      integer(SECOND_VARINT, json.integer());
      out.varint(THIRD);
      out.varint(0);
    }
    out.close(start);
  }

  private void raw(int tag) {
    int start = out.open(tag);
    int from = json.at;
    if (!json.skipNull()) {
      json.skip();
      out.room(json.at - from);
      out.varint(KEY);
      out.lengthAndRaw(json.bytes, from, json.at - from);
    }
    out.close(start);
  }

  private void schemaOr(int tag, PlanValue value) {
    boolean bool = value.form == PlanValue.Form.SCHEMA_OR_BOOL;
    int start = out.open(tag);
    if (json.peek() == '{') {
      if (bool) {
        integer(FIRST_VARINT, 1);
      }
      int schema = out.open(bool ? VALUE : KEY);
      members(value.plan());
      out.close(schema);
    } else if (bool) {
      integer(FIRST_VARINT, json.bool() ? 1 : 0);
    } else {
      items(VALUE, value.item());
    }
    out.close(start);
  }
}
