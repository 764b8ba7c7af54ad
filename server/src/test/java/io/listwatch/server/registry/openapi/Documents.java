package io.listwatch.server.registry.openapi;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Looks into documents. */
final class Documents {
  private Documents() {}

  static OpenApiDocument made(CompletionStage<OpenApiDocument> document) {
    return document.toCompletableFuture().join();
  }

  static JsonValue tree(CompletionStage<OpenApiDocument> document) {
    return JsonTrees.read(made(document).content());
  }

  static JsonValue v3(OpenApiDocuments documents, String path) {
    return tree(documents.v3(path).orElseThrow());
  }

  /** The paths of the index. */
  static List<String> paths(OpenApiDocuments documents) {
    return tree(documents.index()).path("paths").fieldNames();
  }

  /** What stands behind the references that a document has. */
  static List<String> references(JsonValue document) {
    return document.findValues("$ref").stream()
        .map(JsonValue::asText)
        .filter(each -> each.startsWith("#/"))
        .distinct()
        .toList();
  }

  /** Whether a document has what a reference says. Names may have dots, not slashes. */
  static boolean resolves(JsonValue document, String reference) {
    return document.at(reference.substring(1)).isObject();
  }
}
