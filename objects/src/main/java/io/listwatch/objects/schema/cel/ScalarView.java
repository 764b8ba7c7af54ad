package io.listwatch.objects.schema.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.values.CelByteString;
import io.listwatch.objects.json.JsonValue;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Base64;

/** Conversions of JSON scalars to CEL values, by declared type. */
enum ScalarView {
  TEXT(SimpleType.STRING) {
    @Override
    Object of(JsonValue value) {
      return text(value);
    }
  },
  BYTES(SimpleType.BYTES) {
    @Override
    Object of(JsonValue value) {
      try {
        return CelByteString.of(Base64.getDecoder().decode(text(value)));
      } catch (IllegalArgumentException e) {
        throw new RuleFailure(
            "Invalid byte formatted string " + text(value) + ": " + e.getMessage());
      }
    }
  },
  DURATION(SimpleType.DURATION) {
    @Override
    Object of(JsonValue value) {
      return Durations.parse(text(value));
    }
  },
  DATE(SimpleType.TIMESTAMP) {
    @Override
    Object of(JsonValue value) {
      try {
        return LocalDate.parse(text(value)).atStartOfDay().toInstant(ZoneOffset.UTC);
      } catch (DateTimeException e) {
        throw new RuleFailure("Invalid date formatted string " + text(value));
      }
    }
  },
  TIME(SimpleType.TIMESTAMP) {
    @Override
    Object of(JsonValue value) {
      return instant(text(value));
    }
  },
  BOOLEAN(SimpleType.BOOL) {
    @Override
    Object of(JsonValue value) {
      if (!value.isBoolean()) {
        throw unexpected("bool", value);
      }
      return value.booleanValue();
    }
  },
  /** The type {@code number}: rules see its integers as doubles, too. */
  NUMBER(SimpleType.DOUBLE) {
    @Override
    Object of(JsonValue value) {
      if (!value.isNumber()) {
        throw unexpected("float", value);
      }
      return value.doubleValue();
    }
  },
  INTEGER(SimpleType.INT) {
    @Override
    Object of(JsonValue value) {
      if (!isInteger(value)) {
        throw unexpected("int", value);
      }
      return value.longValue();
    }
  },
  /** An integer or a string: rules must test its type at run time. */
  INTEGER_OR_TEXT(SimpleType.DYN) {
    @Override
    Object of(JsonValue value) {
      if (value.isText()) {
        return value.textValue();
      }
      if (isInteger(value)) {
        return value.longValue();
      }
      throw new RuleFailure(
          "invalid data, expected XIntOrString value to be either a string or integer");
    }
  };

  private final CelType celType;

  ScalarView(CelType celType) {
    this.celType = celType;
  }

  CelType celType() {
    return celType;
  }

  abstract Object of(JsonValue value);

  private static String text(JsonValue value) {
    if (!value.isText()) {
      throw unexpected("string", value);
    }
    return value.textValue();
  }

  private static boolean isInteger(JsonValue value) {
    return value.isInteger() && value.isInLongRange();
  }

  private static Instant instant(String text) {
    try {
      return OffsetDateTime.parse(text.replace(' ', 'T').replace('t', 'T').replace('z', 'Z'))
          .toInstant();
    } catch (DateTimeException e) {
      throw new RuleFailure("Invalid date-time formatted string " + text);
    }
  }

  private static RuleFailure unexpected(String expected, JsonValue value) {
    return new RuleFailure("invalid data, expected " + expected + ", got " + typeOf(value));
  }

  private static String typeOf(JsonValue value) {
    return switch (value.type()) {
      case STRING -> "string";
      case BOOLEAN -> "bool";
      case NUMBER -> isInteger(value) ? "int64" : "float64";
      case ARRAY -> "[]interface {}";
      default -> "map[string]interface {}";
    };
  }
}
