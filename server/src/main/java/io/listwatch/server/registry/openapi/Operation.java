package io.listwatch.server.registry.openapi;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An OpenAPI operation: a method of a path.
 *
 * @param path with its parameters in braces
 * @param action the {@code x-kubernetes-action}; empty for an operation without a kind
 * @param kind null if the operation has none
 * @param body null if the operation has none
 * @param responses the schema names of the responses by status code; an empty name for plain text
 */
record Operation(
    String path,
    String method,
    OperationId id,
    String action,
    @Nullable Kind kind,
    List<Parameter> parameters,
    @Nullable Body body,
    Map<Integer, String> responses,
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
  static final List<String> JSON_OR_YAML = List.of("application/json", "application/yaml");

  Operation {
    parameters = List.copyOf(parameters);
    responses = new TreeMap<>(responses);
    produces = List.copyOf(produces);
  }

  /** Returns a GET operation without parameters. */
  static Operation read(String path, OperationId id, String response, List<String> produces) {
    return new Operation(
        path, Action.GET.method(), id, "", null, List.of(), null, Map.of(200, response), produces);
  }

  /**
   * The request body.
   *
   * @param schema the name of its schema
   */
  record Body(String schema, boolean required, List<String> consumes) {
    static Body ofOptions(String schema, List<String> consumes) {
      return new Body(schema, false, consumes);
    }
  }
}
