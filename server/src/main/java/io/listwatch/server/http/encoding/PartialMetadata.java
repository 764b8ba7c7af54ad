package io.listwatch.server.http.encoding;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.model.Resource;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;

/**
 * The metadata of an object for {@code PartialObjectMetadata}. kube-apiserver takes it from the
 * internal version of the object, in which the template generation of a DaemonSet is stored
 * elsewhere.
 */
final class PartialMetadata {
  private static final String COUNT = "deprecated.daemonset.template.generation";

  private PartialMetadata() {}

  /**
   * Returns a {@code PartialObjectMetadata} of version {@code v1}.
   *
   * @param lean true to leave out managedFields
   */
  static byte[] of(Resource object, boolean lean) {
    byte[] json = lean ? object.leanPartialMetadata() : object.partialMetadata();
    return object.kind().equals("DaemonSet") && object.apiVersion().equals("apps/v1")
        ? withoutCount(json)
        : json;
  }

  private static byte[] withoutCount(byte[] json) {
    JsonObject shown = (JsonObject) JsonTrees.read(json);
    if (shown.path("metadata") instanceof JsonObject metadata
        && metadata.path("annotations") instanceof JsonObject annotations) {
      annotations.remove(COUNT);
      if (annotations.isEmpty()) {
        metadata.remove("annotations");
      }
    }
    return JsonTrees.write(shown).getBytes(UTF_8);
  }
}
