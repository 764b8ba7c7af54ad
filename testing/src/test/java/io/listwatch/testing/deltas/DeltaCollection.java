package io.listwatch.testing.deltas;

import java.util.List;
import java.util.Random;

/**
 * A collection whose objects are written at random.
 *
 * @param path of the collection in the namespace default
 * @param kind of its objects
 * @param apiVersion of its objects
 * @param example an object without a name, with a member {@code %s} that changes
 */
record DeltaCollection(String path, String kind, String apiVersion, String example) {
  static final DeltaCollection CONFIG_MAPS =
      new DeltaCollection(
          "/api/v1/namespaces/default/configmaps",
          "ConfigMap",
          "v1",
          """
          {"metadata":{"name":"NAME","labels":{"app":"LABEL"}},"data":{"a":"VALUE","b":"größer <€> 😀"}}\
          """);

  static final DeltaCollection SERVICES =
      new DeltaCollection(
          "/api/v1/namespaces/default/services",
          "Service",
          "v1",
          """
          {"metadata":{"name":"NAME","labels":{"app":"LABEL"},"annotations":{"v":"VALUE"}},"spec":{
           "ports":[{"name":"a","port":80},{"name":"b","port":PORT},{"name":"c","port":82}]}}\
          """);

  /** Stored in v2, and converted to v1 by way of a tree. */
  static final DeltaCollection AUTOSCALERS =
      new DeltaCollection(
          "/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers",
          "HorizontalPodAutoscaler",
          "autoscaling/v1",
          """
          {"metadata":{"name":"NAME","labels":{"app":"LABEL"},"annotations":{"v":"VALUE"}},
           "spec":{"maxReplicas":PORT,"scaleTargetRef":{"kind":"Deployment","name":"x","apiVersion":"apps/v1"}}}\
          """);

  static final DeltaCollection NOTES =
      new DeltaCollection(
          "/apis/notes.example.com/v1/namespaces/default/notes",
          "Note",
          "notes.example.com/v1",
          """
          {"apiVersion":"notes.example.com/v1","kind":"Note","metadata":{"name":"NAME",
           "labels":{"app":"LABEL"}},"text":"VALUE","list":[1,"two",{"three":PORT},[[]]],"zero":null}\
          """);

  static final List<DeltaCollection> ALL = List.of(CONFIG_MAPS, SERVICES, AUTOSCALERS, NOTES);

  static final String DEFINITION =
      """
      {"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
       "metadata":{"name":"notes.notes.example.com"},"spec":{"group":"notes.example.com",
       "scope":"Namespaced","names":{"plural":"notes","singular":"note","kind":"Note","listKind":"NoteList"},
       "versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object",
       "x-kubernetes-preserve-unknown-fields":true}}}]}}\
      """;

  /** Returns an object for a create. */
  String object(String name, Random random) {
    return example
        .replace("NAME", name)
        .replace("LABEL", label(random))
        .replace("VALUE", "value-" + random.nextInt(1_000_000) + "x".repeat(random.nextInt(300)))
        .replace("PORT", Integer.toString(1000 + random.nextInt(1000)));
  }

  /** Returns a merge patch. */
  String patch(Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> "{\"metadata\":{\"labels\":{\"app\":\"%s\"}}}".formatted(label(random));
      case 1 ->
          "{\"metadata\":{\"annotations\":{\"note\":null,\"new-%d\":\"é\\\"\\\\\"}}}"
              .formatted(random.nextInt(5));
      default -> "{\"metadata\":{\"annotations\":{\"note\":\"%d\"}}}".formatted(random.nextInt());
    };
  }

  private static String label(Random random) {
    return random.nextBoolean() ? "web" : "db";
  }
}
