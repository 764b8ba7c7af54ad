package io.listwatch.server.registry.openapi;

import io.listwatch.objects.json.JsonObject;
import java.util.List;

/** The operations on discovery documents and {@code /version}. */
final class RootOperations {
  private static final List<String> VERSION =
      List.of(
          "major",
          "minor",
          "gitVersion",
          "gitCommit",
          "gitTreeState",
          "buildDate",
          "goVersion",
          "compiler",
          "platform");

  private static final List<String> VERSION_RANGE =
      List.of("emulationMajor", "emulationMinor", "minCompatibilityMajor", "minCompatibilityMinor");

  private RootOperations() {}

  /** Returns the operation of {@code /api}. */
  static Operation coreVersions(DocumentSchemas schemas) {
    return Operation.read(
        "/api/",
        OperationId.of("get", "", "", "APIVersions"),
        schemas.meta("APIVersions"),
        Operation.OBJECTS);
  }

  /** Returns the operation of {@code /apis}. */
  static Operation groups(DocumentSchemas schemas) {
    return Operation.read(
        "/apis/",
        new OperationId("getAPIVersions", "apis"),
        schemas.meta("APIGroupList"),
        Operation.OBJECTS);
  }

  /** Returns the operation of {@code /apis/group}. */
  static Operation group(String group, DocumentSchemas schemas) {
    return Operation.read(
        "/apis/" + group + "/",
        OperationId.of("get", group, "", "APIGroup"),
        schemas.meta("APIGroup"),
        Operation.OBJECTS);
  }

  /** Returns the operation of {@code /apis/group/version}. */
  static Operation resources(GroupVersionResources of, DocumentSchemas schemas) {
    return Operation.read(
        "/" + of.path() + "/",
        OperationId.of("get", of.group(), of.version(), "APIResources"),
        schemas.meta("APIResourceList"),
        Operation.OBJECTS);
  }

  /** Returns the operation of {@code /version}. */
  static Operation version(DocumentSchemas schemas) {
    return Operation.read(
        "/version/",
        new OperationId("getCodeVersion", "version"),
        schemas.add(TypeNames.INFO, () -> versionSchema(schemas.openApi())),
        List.of("application/json"));
  }

  private static JsonObject versionSchema(OpenApiVersion openApi) {
    JsonObject schema = new JsonObject().put("type", "object");
    JsonObject properties = schema.putObject("properties");
    VERSION_RANGE.forEach(each -> properties.putObject(each).put("type", "string"));
    for (String name : VERSION) {
      JsonObject property = properties.putObject(name).put("type", "string");
      if (openApi == OpenApiVersion.V3) {
        property.put("default", "");
      }
      schema.withArray("required").add(name);
    }
    return schema;
  }
}
