package io.listwatch.server.registry.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.objects.schema.JsonTrees;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Looks into documents. */
final class Documents {
  private Documents() {}

  static OpenApiDocument made(CompletionStage<OpenApiDocument> document) {
    return document.toCompletableFuture().join();
  }

  static JsonNode tree(CompletionStage<OpenApiDocument> document) {
    return JsonTrees.read(made(document).content());
  }

  static JsonNode v3(OpenApiDocuments documents, String path) {
    return tree(documents.v3(path).orElseThrow());
  }

  /** The paths of the index. */
  static List<String> paths(OpenApiDocuments documents) {
    var paths = new ArrayList<String>();
    tree(documents.index()).path("paths").fieldNames().forEachRemaining(paths::add);
    return paths;
  }

  /** What stands behind the references that a document has. */
  static List<String> references(JsonNode document) {
    return document.findValuesAsText("$ref").stream()
        .filter(each -> each.startsWith("#/"))
        .distinct()
        .toList();
  }

  /** Whether a document has what a reference says. Names may have dots, not slashes. */
  static boolean resolves(JsonNode document, String reference) {
    return document.at(reference.substring(1)).isObject();
  }
}
