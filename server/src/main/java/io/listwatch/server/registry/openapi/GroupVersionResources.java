package io.listwatch.server.registry.openapi;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.ResourceDefinition;
import java.util.ArrayList;
import java.util.List;

/**
 * Everything that is known of a group and version: what its document is made of. Two that are equal
 * have the same document.
 *
 * @param schemas of the definitions, in their order; missing for those that are built in
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

  /** Where its document is, below {@code /openapi/v3}. */
  String path() {
    return group.isEmpty() ? "api/" + version : "apis/" + group + "/" + version;
  }

  /** As in {@code apps/v1}, or {@code /v1}. */
  String groupVersion() {
    return group + "/" + version;
  }

  boolean builtIn() {
    return definitions.stream().anyMatch(each -> !each.custom());
  }

  /** What can be done here; asks for the schemas of what is sent and answered. */
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
