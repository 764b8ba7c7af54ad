package io.listwatch.objects.schema.cel;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.values.CelByteString;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Base64;

/** How a text, a number or a boolean is read, by what the schema says of it. */
enum ScalarView {
  TEXT(SimpleType.STRING) {
    @Override
    Object of(JsonNode value) {
      return text(value);
    }
  },
  BYTES(SimpleType.BYTES) {
    @Override
    Object of(JsonNode value) {
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
    Object of(JsonNode value) {
      return Durations.parse(text(value));
    }
  },
  DATE(SimpleType.TIMESTAMP) {
    @Override
    Object of(JsonNode value) {
      try {
        return LocalDate.parse(text(value)).atStartOfDay().toInstant(ZoneOffset.UTC);
      } catch (DateTimeException e) {
        throw new RuleFailure("Invalid date formatted string " + text(value));
      }
    }
  },
  TIME(SimpleType.TIMESTAMP) {
    @Override
    Object of(JsonNode value) {
      return instant(text(value));
    }
  },
  BOOLEAN(SimpleType.BOOL) {
    @Override
    Object of(JsonNode value) {
      if (!value.isBoolean()) {
        throw unexpected("bool", value);
      }
      return value.booleanValue();
    }
  },
  /** {@code 1} is a double too, where a number is declared. */
  NUMBER(SimpleType.DOUBLE) {
    @Override
    Object of(JsonNode value) {
      if (!value.isNumber()) {
        throw unexpected("float", value);
      }
      return value.doubleValue();
    }
  },
  INTEGER(SimpleType.INT) {
    @Override
    Object of(JsonNode value) {
      if (!isInteger(value)) {
        throw unexpected("int", value);
      }
      return value.longValue();
    }
  },
  /** Rules ask for its type before they use it. */
  INTEGER_OR_TEXT(SimpleType.DYN) {
    @Override
    Object of(JsonNode value) {
      if (value.isTextual()) {
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

  abstract Object of(JsonNode value);

  private static String text(JsonNode value) {
    if (!value.isTextual()) {
      throw unexpected("string", value);
    }
    return value.textValue();
  }

  private static boolean isInteger(JsonNode value) {
    return value.isIntegralNumber() && value.canConvertToLong();
  }

  private static Instant instant(String text) {
    try {
      return OffsetDateTime.parse(text.replace(' ', 'T').replace('t', 'T').replace('z', 'Z'))
          .toInstant();
    } catch (DateTimeException e) {
      throw new RuleFailure("Invalid date-time formatted string " + text);
    }
  }

  private static RuleFailure unexpected(String expected, JsonNode value) {
    return new RuleFailure("invalid data, expected " + expected + ", got " + typeOf(value));
  }

  private static String typeOf(JsonNode value) {
    return switch (value.getNodeType()) {
      case STRING -> "string";
      case BOOLEAN -> "bool";
      case NUMBER -> isInteger(value) ? "int64" : "float64";
      case ARRAY -> "[]interface {}";
      default -> "map[string]interface {}";
    };
  }
}
