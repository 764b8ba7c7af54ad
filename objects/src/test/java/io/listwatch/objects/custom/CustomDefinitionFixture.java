package io.listwatch.objects.custom;

import io.listwatch.model.Resource;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import java.util.Locale;

/** CustomResourceDefinitions for tests. */
public final class CustomDefinitionFixture {
  private CustomDefinitionFixture() {}

  /** Returns a new definition in the group {@code example.com}. */
  public static JsonObject definition(String plural, String kind, String... shortNames) {
    JsonObject object =
        parse(
            """
            {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
             "metadata": {"name": "%1$s.example.com", "creationTimestamp": "2026-01-01T00:00:00Z",
               "resourceVersion": "1"},
             "spec": {"group": "example.com", "scope": "Namespaced",
               "names": {"plural": "%1$s", "singular": "%3$s", "kind": "%2$s",
                 "listKind": "%2$sList"},
               "versions": [{"name": "v1", "served": true, "storage": true,
                 "schema": {"openAPIV3Schema": {"type": "object"}}}]}}
            """
                .formatted(plural, kind, kind.toLowerCase(Locale.ROOT)));
    for (String each : shortNames) {
      object.withObject("spec", "names").withArray("shortNames").add(each);
    }
    object.set("status", CustomStatus.initial(object));
    return object;
  }

  public static JsonObject parse(String json) {
    return (JsonObject) JsonTrees.read(json);
  }

  /** Returns the object as stored at a resource version. */
  public static Resource stored(JsonObject object, long version) {
    object.withObject("metadata").put("resourceVersion", Long.toString(version));
    return Resource.parse(object.toString());
  }
}
