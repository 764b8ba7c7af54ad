package io.listwatch.server.registry.openapi;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a method does on a path.
 *
 * @param path with its parameters in braces
 * @param action what it is called among the reference's; empty if it is not about a kind
 * @param kind what it is about; null if about nothing that is stored
 * @param body what is sent; null if nothing is
 * @param answers the names of the schemas of what is answered, by code; empty for a text
 */
record Operation(
    String path,
    String method,
    OperationId id,
    String action,
    @Nullable Kind kind,
    List<Parameter> parameters,
    @Nullable Body body,
    Map<Integer, String> answers,
    List<String> produces) {
  static final List<String> ANY = List.of("*/*");
  static final List<String> OBJECTS =
      List.of("application/json", "application/yaml", "application/vnd.kubernetes.protobuf");
  static final List<String> STREAMS =
      List.of(
          "application/json",
          "application/yaml",
          "application/vnd.kubernetes.protobuf",
          "application/json;stream=watch",
          "application/vnd.kubernetes.protobuf;stream=watch");
  static final List<String> TEXTS = List.of("application/json", "application/yaml");

  Operation {
    parameters = List.copyOf(parameters);
    answers = new TreeMap<>(answers);
    produces = List.copyOf(produces);
  }

  /** An operation that only answers. */
  static Operation read(String path, OperationId id, String answer, List<String> produces) {
    return new Operation(path, "get", id, "", null, List.of(), null, Map.of(200, answer), produces);
  }

  /**
   * What a request carries.
   *
   * @param schema the name of its schema
   */
  record Body(String schema, boolean required, List<String> consumes) {
    static Body ofOptions(String schema, List<String> consumes) {
      return new Body(schema, false, consumes);
    }
  }
}
