package io.listwatch.following.facts;

import io.listwatch.following.facts.Facts.FieldFacts;
import io.listwatch.following.facts.Facts.TypeFacts;
import io.listwatch.following.golang.GoField;
import io.listwatch.following.golang.GoFile;
import io.listwatch.following.golang.GoType;
import io.listwatch.following.golang.GoTypeDeclaration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Collects types and every type reachable through their fields.
 *
 * <p>Not thread-safe.
 */
final class TypeCollector {
  /** Markers for code generators that have no effect on objects. */
  private static final List<String> IGNORED =
      List.of(
          "genclient",
          "k8s:conversion-gen",
          "k8s:deepcopy-gen",
          "k8s:openapi-gen",
          "k8s:prerelease-lifecycle-gen:introduced",
          "protobuf.options",
          "k8s:supportsSubresource",
          "k8s:isSubresource");

  private static final String DEFAULT_OF_CONSTANT = "default=ref(";

  private final Checkout checkout;
  private final Constants constants;

  /** Import paths by short name, from the imports of all files read so far. */
  private final Map<String, String> paths = new HashMap<>();

  private final Set<String> read = new HashSet<>();
  private final Deque<String> waiting = new ArrayDeque<>();
  private final SortedMap<String, TypeFacts> collected = new TreeMap<>();

  TypeCollector(Checkout checkout) {
    this.checkout = checkout;
    this.constants = new Constants(checkout);
  }

  /** Adds a type of a package and every type reachable from it. */
  void add(String packagePath, String name) {
    String packageName = GoFile.shortName(packagePath);
    paths.put(packageName, packagePath);
    waiting.add(packageName + "." + name);
    while (!waiting.isEmpty()) {
      collect(waiting.remove());
    }
  }

  SortedMap<String, TypeFacts> collected() {
    return collected;
  }

  private void collect(String name) {
    int dot = name.lastIndexOf('.');
    if (dot < 0 || OpaqueTypes.contains(name) || collected.containsKey(name)) {
      waiting.addAll(opaqueReach(name));
      return;
    }
    GoTypeDeclaration declaration = declaration(name.substring(0, dot), name.substring(dot + 1));
    TypeFacts facts = facts(name, declaration);
    collected.put(name, facts);
    if (!facts.isStruct()) {
      reach(facts.underlying());
    }
    facts.fields().forEach(field -> reach(field.type()));
  }

  /** Returns the type that replaces an opaque type in the tables, if it has fields. */
  private List<String> opaqueReach(String name) {
    String standIn = OpaqueTypes.tableName(name);
    return standIn.contains(".") && !collected.containsKey(standIn) ? List.of(standIn) : List.of();
  }

  private void reach(GoType type) {
    if (type.isName()) {
      waiting.add(type.text());
    } else {
      if (type.isMap()) {
        reach(type.key());
      }
      reach(type.element());
    }
  }

  private GoTypeDeclaration declaration(String packageName, String name) {
    return files(packageName)
        .flatMap(file -> file.types().stream())
        .filter(type -> type.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "type: %s.%s is not declared (expected: in %s)"
                        .formatted(packageName, name, paths.get(packageName))));
  }

  private Stream<GoFile> files(String packageName) {
    String path = path(packageName);
    List<GoFile> files = checkout.packageFiles(path);
    if (read.add(path)) {
      files.stream()
          .flatMap(file -> file.imports().values().stream())
          .filter(each -> each.startsWith("k8s.io/"))
          .forEach(each -> paths.putIfAbsent(GoFile.shortName(each), each));
    }
    return files.stream();
  }

  private String path(String packageName) {
    String path = paths.get(packageName);
    if (path == null || !checkout.hasPackage(path)) {
      throw new IllegalArgumentException(
          "package: %s is %s (expected: below staging)".formatted(packageName, path));
    }
    return path;
  }

  private TypeFacts facts(String name, GoTypeDeclaration declaration) {
    String packageName = name.substring(0, name.lastIndexOf('.'));
    return new TypeFacts(
        name,
        declaration.underlying(),
        markers(declaration.markers()),
        values(name),
        declaration.fields().stream()
            .filter(field -> !field.tag("json").equals("-"))
            .map(field -> facts(packageName, field))
            .toList());
  }

  private List<String> values(String type) {
    String packageName = type.substring(0, type.lastIndexOf('.'));
    String path = path(packageName);
    var values = new TreeSet<String>();
    files(packageName)
        .forEach(
            file ->
                file.constants().stream()
                    .filter(constant -> constant.type().equals(type))
                    .map(constant -> constants.value(path, file, constant))
                    .filter(value -> value != null && value.startsWith("\""))
                    .map(value -> value.substring(1, value.length() - 1))
                    .forEach(values::add));
    return List.copyOf(values);
  }

  private FieldFacts facts(String packageName, GoField field) {
    return new FieldFacts(
        field.name(),
        field.type(),
        field.tag("json"),
        number(field.tag("protobuf")),
        patch(field),
        markers(field.markers()).stream().map(each -> resolve(packageName, each)).toList());
  }

  /** Replaces the name of a constant in {@code default=ref(Name)} by its value. */
  private String resolve(String packageName, String marker) {
    if (!marker.startsWith(DEFAULT_OF_CONSTANT)) {
      return marker;
    }
    String name = marker.substring(DEFAULT_OF_CONSTANT.length(), marker.length() - 1);
    String value = constants.value(path(packageName), name);
    if (value == null) {
      throw new IllegalArgumentException(
          "marker: %s (expected: a constant of %s)".formatted(marker, packageName));
    }
    return "default=" + value;
  }

  /** Returns the field number, which is the second part of {@code bytes,1,opt,name=spec}. */
  private static String number(String protobuf) {
    String[] parts = protobuf.split(",", -1);
    return parts.length > 1 ? parts[1] : "";
  }

  private static String patch(GoField field) {
    String key = field.tag("patchMergeKey");
    return field.tag("patchStrategy") + (key.isEmpty() ? "" : ":" + key);
  }

  private static List<String> markers(List<String> all) {
    return all.stream().filter(each -> IGNORED.stream().noneMatch(each::startsWith)).toList();
  }
}
