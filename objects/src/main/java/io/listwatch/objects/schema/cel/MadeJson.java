package io.listwatch.objects.schema.cel;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * Converts the result of an expression to JSON. The size is limited, because an expression can
 * repeat a large value many times at no cost.
 *
 * <p>Not thread-safe.
 */
final class MadeJson {
  /** The maximum size of a result, in characters and values. */
  static final int MAX_SIZE = 3 * 1024 * 1024;

  private int size;

  /**
   * Converts a value.
   *
   * @throws RuleFailure if JSON has no such value, or it is too large
   */
  JsonValue of(Object value) {
    return of(value, 0);
  }

  private JsonValue of(Object value, int depth) {
    count(1);
    if (depth > JsonTrees.MAX_DEPTH) {
      throw new RuleFailure("the result is nested too deeply");
    }
    if (value instanceof String text) {
      count(text.length());
      return JsonValue.of(text);
    } else if (value instanceof Boolean bool) {
      return JsonValue.of(bool);
    } else if (value instanceof Long number) {
      return JsonValue.of(number);
    } else if (value instanceof UnsignedLong number) {
      return JsonValue.of(new BigDecimal(number.bigIntegerValue()));
    } else if (value instanceof Double number) {
      return number(number);
    } else if (value instanceof NullValue) {
      return JsonValue.NULL;
    } else if (value instanceof CelByteString bytes) {
      count(bytes.size());
      return JsonValue.of(Base64.getEncoder().encodeToString(bytes.toByteArray()));
    } else if (value instanceof Instant time) {
      return JsonValue.of(time.toString());
    } else if (value instanceof Duration duration) {
      return JsonValue.of(seconds(duration));
    } else if (value instanceof MadeObject made) {
      return members(made.fields(), depth);
    } else if (value instanceof List<?> list) {
      return items(list, depth);
    } else if (value instanceof Map<?, ?> map) {
      return members(map, depth);
    }
    throw new RuleFailure("unable to convert the result to JSON");
  }

  private void count(int more) {
    size += more;
    if (size > MAX_SIZE) {
      throw new RuleFailure("the result is larger than " + MAX_SIZE + " characters");
    }
  }

  private static JsonValue number(double number) {
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      throw new RuleFailure("unable to convert the result to JSON: " + number);
    }
    return JsonValue.of(number);
  }

  /** Returns a duration in seconds, as protobuf's JSON represents it. */
  private static String seconds(Duration duration) {
    BigDecimal seconds =
        BigDecimal.valueOf(duration.getSeconds())
            .add(BigDecimal.valueOf(duration.getNano(), 9))
            .stripTrailingZeros();
    return seconds.toPlainString() + "s";
  }

  private JsonArray items(List<?> list, int depth) {
    var array = new JsonArray();
    for (Object item : list) {
      array.add(of(item, depth + 1));
    }
    return array;
  }

  private JsonObject members(Map<?, ?> map, int depth) {
    var object = new JsonObject();
    for (Map.Entry<?, ?> member : map.entrySet()) {
      if (!(member.getKey() instanceof String name)) {
        throw new RuleFailure("map key \"%s\" is not a string".formatted(member.getKey()));
      }
      count(name.length());
      object.set(name, of(member.getValue(), depth + 1));
    }
    return object;
  }

  /**
   * Checks the type names of a constructed object: that of a field is the path to it, as in {@code
   * Object.spec.template}. Lists and maps in between have no name.
   *
   * @throws RuleFailure with all mismatches
   */
  static void checkTypeNames(MadeObject made) {
    var mismatches = new ArrayList<String>();
    checkTypeNames(made, made.typeName(), mismatches, 0);
    if (!mismatches.isEmpty()) {
      throw new RuleFailure("type mismatch: " + String.join("\n", mismatches));
    }
  }

  private static void checkTypeNames(Object value, String path, List<String> found, int depth) {
    if (depth > JsonTrees.MAX_DEPTH) {
      return; // the conversion fails
    }
    if (value instanceof MadeObject made) {
      if (!made.typeName().equals(path)) {
        found.add(
            "unexpected type name \"%s\", expected \"%s\", which matches field name path from root Object type"
                .formatted(made.typeName(), path));
      }
      made.fields()
          .forEach((name, field) -> checkTypeNames(field, path + "." + name, found, depth + 1));
    } else if (value instanceof List<?> list && !(value instanceof ListView)) {
      list.forEach(item -> checkTypeNames(item, path, found, depth + 1));
    } else if (value instanceof Map<?, ?> map && !(value instanceof MapView)) {
      map.values().forEach(each -> checkTypeNames(each, path, found, depth + 1));
    }
  }
}
