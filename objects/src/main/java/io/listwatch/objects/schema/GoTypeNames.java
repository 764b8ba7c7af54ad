package io.listwatch.objects.schema;

import static java.util.stream.Collectors.joining;

import io.listwatch.objects.schema.ValueSchema.ListOf;
import io.listwatch.objects.schema.ValueSchema.MapOf;
import io.listwatch.objects.schema.ValueSchema.Scalar;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The Go names of types, which kube-apiserver's messages contain. Most are derived from the schema,
 * the others are in {@code go-names.txt}, read on first use.
 */
final class GoTypeNames {
  private static final String TABLE = "go-names.txt";

  private GoTypeNames() {}

  /** Returns the type of a member, as in {@code []v1.Container}. */
  static String of(ObjectSchema owner, FieldSchema member) {
    String known = Loaded.NAMES.get(owner.name() + "." + member.name());
    return known != null ? known : of(member.type());
  }

  /**
   * Returns the names of the embedded structs that lead to a member, each followed by a dot; empty
   * for a direct member.
   */
  static String embedding(ObjectSchema owner, FieldSchema member) {
    long depth = member.numbers().chars().filter(each -> each == '.').count();
    String known = depth == 0 ? null : Loaded.NAMES.get(owner.name() + ".");
    if (known == null) {
      return "";
    }
    return Arrays.stream(known.split("\\."))
        .limit(depth)
        .map(each -> each + ".")
        .collect(joining());
  }

  /** Returns the element type of a list or map type. */
  static String element(String whole, ValueSchema element) {
    boolean plain = whole.startsWith("[]") || whole.startsWith("map[");
    return plain ? whole.substring(whole.indexOf(']') + 1) : of(element);
  }

  private static String of(ValueSchema type) {
    if (type instanceof ListOf list) {
      return "[]" + of(list.item());
    }
    if (type instanceof MapOf map) {
      return "map[string]" + of(map.value());
    }
    return type instanceof Scalar scalar ? of(scalar) : simple(((ObjectSchema) type).name());
  }

  private static String of(Scalar scalar) {
    return switch (scalar) {
      case STRING -> "string";
      case BOOL -> "bool";
      case INT32 -> "int32";
      case INT64 -> "int64";
      case DOUBLE -> "float64";
      case BYTES -> "[]uint8";
      case QUANTITY -> "resource.Quantity";
      case TIME -> "v1.Time";
      case MICROTIME -> "v1.MicroTime";
      case INT_OR_STRING -> "intstr.IntOrString";
      case RAW -> "runtime.RawExtension";
      case FIELDS -> "v1.FieldsV1";
    };
  }

  /** Drops the group: {@code core/v1.Pod} is {@code v1.Pod} in Go. */
  private static String simple(String name) {
    return name.substring(name.lastIndexOf('/') + 1);
  }

  private static Map<String, String> read() {
    try (InputStream in = GoTypeNames.class.getResourceAsStream(TABLE)) {
      if (in == null) {
        throw new IllegalStateException(TABLE + ": absent (expected: among our resources)");
      }
      var names = new HashMap<String, String>();
      String type = "";
      String table = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
      for (String line : table.lines().filter(each -> !each.startsWith("#")).toList()) {
        String[] cells = line.split("\t", -1);
        if (cells.length == 1) {
          type = line;
        } else {
          names.put(type + "." + cells[1], cells[2]);
        }
      }
      return names;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Loads the table on first use. */
  private static final class Loaded {
    static final Map<String, String> NAMES = read();
  }
}
