package io.listwatch.objects.schema.cel;

import com.google.common.primitives.UnsignedLong;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.standard.BoolFunction.BoolOverload;
import dev.cel.runtime.standard.DoubleFunction.DoubleOverload;
import dev.cel.runtime.standard.DurationFunction.DurationOverload;
import dev.cel.runtime.standard.IntFunction.IntOverload;
import dev.cel.runtime.standard.TimestampFunction.TimestampOverload;
import dev.cel.runtime.standard.UintFunction.UintOverload;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Conversions from strings, such as {@code int('7')}, with kube-apiserver's rules and messages. */
final class TextConversions {
  private static final Pattern WHOLE = Pattern.compile("[+-]?[0-9]{1,40}");
  private static final Pattern UNSIGNED = Pattern.compile("[0-9]{1,40}");

  /** Unambiguous, so that a failing match cannot backtrack. */
  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+-]?[0-9]+)?");

  private static final Pattern ENDLESS =
      Pattern.compile("([+-]?)inf(inity)?", Pattern.CASE_INSENSITIVE);
  private static final Pattern TIME =
      Pattern.compile("[0-9]{4}-[0-9-]{5}T[0-9:]{8}([.,][0-9]{1,40})?(Z|[+-][0-9]{2}:[0-9]{2})");

  private static final int MAX_FRACTION = 9;

  private TextConversions() {}

  static void addTo(FunctionLibrary library) {
    library
        .replacing(
            "int", IntOverload.values(), reading("string_to_int64", "int", TextConversions::whole))
        .replacing(
            "uint",
            UintOverload.values(),
            reading("string_to_uint64", "uint", TextConversions::unsigned))
        .replacing(
            "double",
            DoubleOverload.values(),
            reading("string_to_double", "double", TextConversions::decimal))
        .replacing(
            "bool",
            BoolOverload.values(),
            reading("string_to_bool", "bool", TextConversions::truth))
        .replacing(
            "duration",
            DurationOverload.values(),
            reading("string_to_duration", "google.protobuf.Duration", Durations::parseParts))
        .replacing(
            "timestamp",
            TimestampOverload.values(),
            reading("string_to_timestamp", "google.protobuf.Timestamp", TextConversions::time));
  }

  @SuppressWarnings("Immutable") // functions are stateless
  private static CelFunctionBinding reading(
      String overload, String type, Function<String, @Nullable Object> reader) {
    return CelFunctionBinding.from(
        overload,
        String.class,
        text -> {
          Object value = reader.apply(text);
          if (value == null) {
            throw new RuleFailure("type conversion error from 'string' to '" + type + "'");
          }
          return value;
        });
  }

  private static @Nullable Object whole(String text) {
    try {
      return WHOLE.matcher(text).matches() ? Long.valueOf(text) : null;
    } catch (NumberFormatException tooLarge) {
      return null;
    }
  }

  private static @Nullable Object unsigned(String text) {
    try {
      return UNSIGNED.matcher(text).matches() ? UnsignedLong.valueOf(text) : null;
    } catch (NumberFormatException tooLarge) {
      return null;
    }
  }

  private static @Nullable Object decimal(String text) {
    var endless = ENDLESS.matcher(text);
    if (endless.matches()) {
      return endless.group(1).equals("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    if (text.equalsIgnoreCase("nan")) {
      return Double.NaN;
    }
    if (!DECIMAL.matcher(text).matches()) {
      return null;
    }
    double value = Double.parseDouble(text);
    return Double.isInfinite(value) ? null : value;
  }

  private static @Nullable Object truth(String text) {
    return switch (text) {
      case "1", "t", "T", "true", "TRUE", "True" -> true;
      case "0", "f", "F", "false", "FALSE", "False" -> false;
      default -> null;
    };
  }

  static @Nullable Object time(String text) {
    if (!TIME.matcher(text).matches()) {
      return null;
    }
    try {
      return checked(OffsetDateTime.parse(shortened(text.replace(',', '.'))).toInstant());
    } catch (DateTimeException e) {
      return null;
    }
  }

  /** Truncates fractions of a second to nanoseconds. */
  private static String shortened(String time) {
    int dot = time.indexOf('.');
    int zone = Math.max(time.indexOf('Z'), Math.max(time.lastIndexOf('+'), time.lastIndexOf('-')));
    return dot < 0 || zone - dot - 1 <= MAX_FRACTION
        ? time
        : time.substring(0, dot + 1 + MAX_FRACTION) + time.substring(zone);
  }

  private static Instant checked(Instant time) {
    if (time.isBefore(Instant.parse("0001-01-01T00:00:00Z"))
        || time.isAfter(Instant.parse("9999-12-31T23:59:59.999999999Z"))) {
      throw new RuleFailure("timestamp overflow");
    }
    return time;
  }
}
