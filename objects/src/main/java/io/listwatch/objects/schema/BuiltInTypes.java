package io.listwatch.objects.schema;

import io.listwatch.model.ResourceType;
import io.listwatch.objects.schema.Schema.ListType;
import io.listwatch.objects.schema.ValueSchema.ListOf;
import io.listwatch.objects.schema.ValueSchema.MapOf;
import io.listwatch.objects.schema.ValueSchema.Scalar;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The types of the built-in kinds, read from the type table {@code built-in-types.txt}. The table
 * is indexed once; each type is parsed on first use.
 *
 * <p>Thread-safe.
 */
public final class BuiltInTypes {
  private static final String TABLE = "built-in-types.txt";

  private static final Map<String, Scalar> SCALARS =
      Map.ofEntries(
          Map.entry("string", Scalar.STRING),
          Map.entry("bool", Scalar.BOOL),
          Map.entry("int32", Scalar.INT32),
          Map.entry("int64", Scalar.INT64),
          Map.entry("double", Scalar.DOUBLE),
          Map.entry("bytes", Scalar.BYTES),
          Map.entry("quantity", Scalar.QUANTITY),
          Map.entry("time", Scalar.TIME),
          Map.entry("microtime", Scalar.MICROTIME),
          Map.entry("intstr", Scalar.INT_OR_STRING),
          Map.entry("raw", Scalar.RAW),
          Map.entry("fields", Scalar.FIELDS));

  private final String table;

  /** Packages by API group and version, as in {@code apps/v1}. */
  private final Map<String, String> packages = new HashMap<>();

  /** Offsets of the types' lines in the table. */
  private final Map<String, Integer> places = new HashMap<>();

  private final Map<String, ObjectSchema> schemas = new ConcurrentHashMap<>();

  private BuiltInTypes(String table) {
    this.table = table;
    for (int line = 0; line < table.length(); line = nextLine(line)) {
      char first = table.charAt(line);
      if (first == '=') {
        String[] cells = cells(line);
        packages.put(cells[1] + "/" + cells[2], cells[3]);
      } else if (first != '\t' && first != '#') {
        places.put(nameAt(line), line);
      }
    }
  }

  private String nameAt(int line) {
    int end = nextLine(line) - 1;
    int tab = table.indexOf('\t', line);
    return table.substring(line, tab < 0 ? end : Math.min(tab, end));
  }

  /** Returns the types of the Kubernetes version that this server implements. */
  public static BuiltInTypes load() {
    return Loaded.TYPES;
  }

  private static BuiltInTypes read() {
    try (InputStream in = BuiltInTypes.class.getResourceAsStream(TABLE)) {
      if (in == null) {
        throw new IllegalStateException(TABLE + ": absent (expected: among our resources)");
      }
      return new BuiltInTypes(new String(in.readAllBytes(), StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the type of a kind's objects; empty if the kind is not built in. */
  public Optional<ObjectSchema> find(ResourceType type) {
    return find(type.group(), type.version(), type.kind());
  }

  /**
   * Like {@link #find(ResourceType)}, also for kinds that only occur in requests and responses,
   * such as {@code Scale}.
   */
  public Optional<ObjectSchema> find(String group, String version, String kind) {
    String place = packages.get(group + "/" + version);
    return place == null ? Optional.empty() : Optional.ofNullable(schema(place + "." + kind));
  }

  /** Returns a type by a name such as {@code core/v1.PodSpec}; empty if there is none. */
  public Optional<ObjectSchema> named(String name) {
    return Optional.ofNullable(schema(name));
  }

  /**
   * Returns the API group and version of a package's kinds, as in {@code apps/v1} or {@code /v1}.
   */
  public Optional<String> groupVersion(String packageName) {
    return packages.entrySet().stream()
        .filter(each -> each.getValue().equals(packageName))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /** Returns the type {@code ObjectMeta}, which all objects have. */
  public ObjectSchema objectMeta() {
    return find("meta.k8s.io", "v1", "ObjectMeta").orElseThrow();
  }

  private @Nullable ObjectSchema schema(String name) {
    ObjectSchema known = schemas.get(name);
    Integer line = places.get(name);
    if (known != null || line == null) {
      return known;
    }
    String[] cells = cells(line);
    boolean atomic = cells.length > 1 && cells[1].equals("atomic");
    return schemas.computeIfAbsent(name, absent -> new ObjectSchema(this, name, atomic));
  }

  List<FieldSchema> fieldsOf(String name) {
    List<FieldSchema> fields = new ArrayList<>();
    int start = nextLine(places.getOrDefault(name, table.length()));
    for (int line = start; isField(line); line = nextLine(line)) {
      fields.add(field(cells(line)));
    }
    return List.copyOf(fields);
  }

  private boolean isField(int line) {
    return line < table.length() && table.charAt(line) == '\t';
  }

  /** The columns are numbered as in the head of the table; the first is the indent. */
  private FieldSchema field(String[] cells) {
    String type = cells[3];
    boolean pointer = type.startsWith("*");
    String flags = cell(cells, 4);
    String patch = cell(cells, 6);
    int colon = patch.indexOf(':');
    String defaultValue = cell(cells, 7);
    List<String> enumeration = FieldChecks.split(cell(cells, 8), ',');
    String checks = cell(cells, 9);
    return new FieldSchema(
        cells[2],
        cells[1].equals("0") ? "" : cells[1],
        type(pointer ? type.substring(1) : type, cell(cells, 5)),
        pointer,
        flags.contains("o"),
        flags.contains("z"),
        flags.contains("r"),
        flags.contains("p"),
        cell(cells, 5),
        colon < 0 ? patch : patch.substring(0, colon),
        colon < 0 ? "" : patch.substring(colon + 1),
        defaultValue.isEmpty() ? null : defaultValue,
        enumeration,
        checks.isEmpty() ? FieldChecks.NONE : FieldChecks.read(checks, enumeration));
  }

  private ValueSchema type(String text, String merge) {
    if (text.startsWith("[]")) {
      return list(type(text.substring(2), ""), merge);
    }
    if (text.startsWith("{}")) {
      return new MapOf(type(text.substring(2), ""), merge.equals("atomic"));
    }
    Scalar scalar = SCALARS.get(text);
    if (scalar != null) {
      return scalar;
    }
    ObjectSchema struct = schema(text.startsWith("*") ? text.substring(1) : text);
    if (struct == null) {
      throw new IllegalStateException("type: %s (expected: one of the table)".formatted(text));
    }
    return merge.isEmpty() ? struct : struct.shared(merge.equals("atomic"));
  }

  private static ListOf list(ValueSchema item, String merge) {
    if (merge.startsWith("map:")) {
      return new ListOf(item, ListType.MAP, List.of(merge.substring(4).split(",")));
    }
    return new ListOf(item, merge.equals("set") ? ListType.SET : ListType.ATOMIC, List.of());
  }

  private static String cell(String[] cells, int index) {
    return index < cells.length && !cells[index].equals("-") ? cells[index] : "";
  }

  private String[] cells(int line) {
    return table.substring(line, nextLine(line) - 1).split("\t", -1);
  }

  private int nextLine(int line) {
    int end = table.indexOf('\n', line);
    return end < 0 ? table.length() : end + 1;
  }

  /** Loads the table on first use. */
  private static final class Loaded {
    static final BuiltInTypes TYPES = read();
  }
}
