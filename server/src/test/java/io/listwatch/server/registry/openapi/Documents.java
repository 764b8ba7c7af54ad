package io.listwatch.server.registry.openapi;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Reads OpenAPI documents. */
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

  /** Returns the paths of the index. */
  static List<String> paths(OpenApiDocuments documents) {
    return tree(documents.index()).path("paths").fieldNames();
  }

  /** Returns the {@code $ref}s of a document. */
  static List<String> references(JsonValue document) {
    return document.findValues("$ref").stream()
        .map(JsonValue::asText)
        .filter(each -> each.startsWith("#/"))
        .distinct()
        .toList();
  }

  /** True if a document has the schema of a {@code $ref}. Names may contain dots but no slashes. */
  static boolean resolves(JsonValue document, String reference) {
    return document.at(reference.substring(1)).isObject();
  }
}
