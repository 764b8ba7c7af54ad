package io.listwatch.server.registry.openapi;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.ResourceDefinition;
import java.util.ArrayList;
import java.util.List;

/**
 * The resources of a group version, from which its document is created. Equal instances have equal
 * documents.
 *
 * @param schemas the schemas of the definitions, in the same order; missing for built-in ones
 */
record GroupVersionResources(
    String group, String version, List<ResourceDefinition> definitions, List<JsonValue> schemas) {
  GroupVersionResources {
    definitions = List.copyOf(definitions);
    schemas = List.copyOf(schemas);
  }

  static GroupVersionResources of(
      String group, String version, List<ResourceDefinition> definitions, CustomSchemas custom) {
    var schemas = new ArrayList<JsonValue>();
    for (ResourceDefinition each : definitions) {
      schemas.add(each.custom() ? custom.of(each.type()) : JsonValue.MISSING);
    }
    return new GroupVersionResources(group, version, definitions, schemas);
  }

  /** Returns the path of the document below {@code /openapi/v3}. */
  String path() {
    return group.isEmpty() ? "api/" + version : "apis/" + group + "/" + version;
  }

  /** Returns {@code group/version}, such as {@code apps/v1}, or {@code /v1} for the core group. */
  String groupVersion() {
    return group + "/" + version;
  }

  boolean builtIn() {
    return definitions.stream().anyMatch(each -> !each.custom());
  }

  /** Returns the operations, and adds the schemas of their bodies and responses to the document. */
  List<Operation> operations(DocumentSchemas schemasOfDocument) {
    var operations = new ArrayList<Operation>();
    if (builtIn()) {
      operations.add(RootOperations.resources(this, schemasOfDocument));
    }
    for (int i = 0; i < definitions.size(); i++) {
      ResourceDefinition definition = definitions.get(i);
      operations.addAll(
          definition.custom()
              ? CustomOperations.of(new CustomKind(definition, schemas.get(i)), schemasOfDocument)
              : BuiltInOperations.of(definition, schemasOfDocument));
    }
    return operations;
  }
}
