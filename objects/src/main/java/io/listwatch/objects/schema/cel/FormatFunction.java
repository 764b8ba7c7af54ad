package io.listwatch.objects.schema.cel;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.types.TypeType;
import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import dev.cel.common.values.OpaqueValue;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The {@code format} function: {@code %s} any value, {@code %d} integers, {@code %f} and {@code %e}
 * numbers with a precision, {@code %b}, {@code %o}, {@code %x} and {@code %X} other bases.
 */
final class FormatFunction {
  private static final int DEFAULT_PRECISION = 6;
  private static final int MAX_PRECISION = 1000;

  private final String format;
  private final Iterator<?> values;
  private final StringBuilder text = new StringBuilder();
  private int position;
  private int index;

  private FormatFunction(String format, List<?> values) {
    this.format = format;
    this.values = values.iterator();
  }

  static String format(String format, List<?> values) {
    return new FormatFunction(format, values).fill();
  }

  private String fill() {
    while (position < format.length()) {
      char c = format.charAt(position++);
      if (c != '%') {
        text.append(c);
      } else if (position < format.length() && format.charAt(position) == '%') {
        position++;
        text.append('%');
      } else {
        text.append(clause());
      }
      RuleCost.require((double) text.length() / RuleCost.CHARACTERS_PER_STEP);
    }
    return text.toString();
  }

  private String clause() {
    if (!values.hasNext()) {
      throw new RuleFailure("index " + index + " out of range");
    }
    if (position >= format.length()) {
      throw new RuleFailure("unexpected end of string");
    }
    index++;
    Object value = values.next();
    int precision = precision();
    char verb = format.charAt(position++);
    return switch (verb) {
      case 's' -> string(value);
      case 'd' -> decimal(value);
      case 'f' -> fixed(value, precision);
      case 'e' -> String.format(Locale.ROOT, "%." + precision + "e", number(value, 'e'));
      case 'b' -> binary(value);
      case 'o' -> octal(value);
      case 'x' -> hexadecimal(value);
      case 'X' -> hexadecimal(value).toUpperCase(Locale.ROOT);
      default -> throw malformed("unrecognized formatting clause \"" + verb + "\"");
    };
  }

  /** Reads a precision, if there is one. Throws if the format ends with it: a verb must follow. */
  private int precision() {
    if (format.charAt(position) != '.') {
      return DEFAULT_PRECISION;
    }
    int start = ++position;
    while (position < format.length() && isDigit(format.charAt(position))) {
      position++;
    }
    if (position >= format.length()) {
      throw malformed("error while parsing precision: could not find end of precision specifier");
    }
    int digits = position - start;
    int precision = digits > 0 && digits <= 4 ? Integer.parseInt(format, start, position, 10) : -1;
    if (precision < 0 || precision > MAX_PRECISION) {
      throw malformed("error while parsing precision: invalid precision");
    }
    return precision;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  static String string(Object value) {
    if (value instanceof Double number) {
      return spell(number);
    } else if (value instanceof CelByteString bytes) {
      return bytes.toStringUtf8();
    } else if (value instanceof Instant || value instanceof Boolean || value instanceof Number) {
      return value.toString();
    } else if (value instanceof Duration duration) {
      return BigDecimal.valueOf(duration.getSeconds())
              .add(BigDecimal.valueOf(duration.getNano(), 9))
              .stripTrailingZeros()
              .toPlainString()
          + "s";
    } else if (value instanceof NullValue) {
      return "null";
    } else if (value instanceof TypeType type) {
      return type.containingTypeName();
    } else if (value instanceof List<?> list) {
      return list.stream().map(FormatFunction::string).collect(Collectors.joining(", ", "[", "]"));
    } else if (value instanceof Map<?, ?> map) {
      var sorted = new TreeMap<String, String>();
      map.forEach((key, element) -> sorted.put(string(key), string(element)));
      return sorted.entrySet().stream()
          .map(entry -> entry.getKey() + ": " + entry.getValue())
          .collect(Collectors.joining(", ", "{", "}"));
    } else if (value instanceof String text) {
      return text;
    }
    throw wrong(
        "string clause can only be used on strings, bools, bytes, ints, doubles, maps,"
            + " lists, types, durations, and timestamps",
        value);
  }

  private static String spell(double number) {
    if (Double.isNaN(number)) {
      return "NaN";
    }
    if (Double.isInfinite(number)) {
      return number > 0 ? "Infinity" : "-Infinity";
    }
    return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }

  private static String decimal(Object value) {
    if (value instanceof Number && !(value instanceof Double)) {
      return value.toString();
    }
    throw wrong("decimal clause can only be used on integers", value);
  }

  private static String fixed(Object value, int precision) {
    double number = number(value, 'f');
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      return spell(number);
    }
    return new BigDecimal(number).setScale(precision, RoundingMode.HALF_EVEN).toPlainString();
  }

  private static double number(Object value, char verb) {
    if (value instanceof Number number) {
      return number.doubleValue();
    }
    throw wrong(
        (verb == 'f' ? "fixed-point" : "scientific")
            + " clause can only be used on doubles, integers and unsigned integers",
        value);
  }

  private static String binary(Object value) {
    if (value instanceof Boolean yes) {
      return yes ? "1" : "0";
    }
    return based(value, 2, "only integers and bools can be formatted as binary");
  }

  private static String octal(Object value) {
    return based(value, 8, "octal clause can only be used on integers");
  }

  private static String hexadecimal(Object value) {
    if (value instanceof String text) {
      return hexadecimal(text.getBytes(StandardCharsets.UTF_8));
    }
    if (value instanceof CelByteString bytes) {
      return hexadecimal(bytes.toByteArray());
    }
    return based(value, 16, "only integers, byte buffers, and strings can be formatted as hex");
  }

  private static String hexadecimal(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  private static String based(Object value, int base, String rule) {
    if (value instanceof UnsignedLong number) {
      return number.toString(base);
    }
    if (value instanceof Long number) {
      return Long.toString(number, base);
    }
    throw wrong(rule, value);
  }

  private static RuleFailure malformed(String problem) {
    return new RuleFailure("could not parse formatting clause: " + problem);
  }

  private static RuleFailure wrong(String rule, Object value) {
    return new RuleFailure("error during formatting: " + rule + ", was given " + typeOf(value));
  }

  private static String typeOf(Object value) {
    if (value instanceof String) {
      return "string";
    } else if (value instanceof Double) {
      return "double";
    } else if (value instanceof UnsignedLong) {
      return "uint";
    } else if (value instanceof Number) {
      return "int";
    } else if (value instanceof Boolean) {
      return "bool";
    } else if (value instanceof CelByteString) {
      return "bytes";
    } else if (value instanceof List<?>) {
      return "list";
    } else if (value instanceof Map<?, ?>) {
      return "map";
    } else if (value instanceof Instant) {
      return "google.protobuf.Timestamp";
    } else if (value instanceof Duration) {
      return "google.protobuf.Duration";
    } else if (value instanceof NullValue) {
      return "null_type";
    }
    return value instanceof OpaqueValue opaque ? opaque.celType().name() : "object";
  }
}
