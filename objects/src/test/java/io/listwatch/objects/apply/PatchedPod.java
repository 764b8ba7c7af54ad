package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.ObjectSchema;

/** A pod with maps, lists with keys and plain lists, for patches of any form. */
final class PatchedPod {
  static final ObjectSchema SCHEMA = BuiltInTypes.load().find("", "v1", "Pod").orElseThrow();

  private static final String JSON =
      """
      {"apiVersion":"v1","kind":"Pod",
       "metadata":{"name":"a","labels":{"app":"web"},"finalizers":["x/y","z/w"],
         "managedFields":[{"manager":"m","operation":"Update","apiVersion":"v1",
           "fieldsType":"FieldsV1","fieldsV1":{"f:metadata":{"f:labels":{".":{},"f:app":{}}}}}]},
       "spec":{"containers":[
         {"name":"c","image":"i","env":[{"name":"A","value":"1"},{"name":"B","value":"2"}],
          "ports":[{"containerPort":80,"protocol":"TCP"}],"args":["x","y"]},
         {"name":"d","image":"j"}],
         "tolerations":[{"key":"k","operator":"Exists"}],"nodeSelector":{"disk":"ssd"}}}
      """;

  private PatchedPod() {}

  /** Returns a new copy. */
  static JsonObject create() {
    return (JsonObject) JsonTrees.read(JSON);
  }
}
