package io.listwatch.examples;

import io.listwatch.client.ApiClient;
import io.listwatch.client.Patch;
import io.listwatch.client.ResourceClient;
import io.listwatch.json.JsonPath;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/** The life of a garden, from its creation to its deletion, with {@link GardenOperator}. */
final class OperatorStory implements Example {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final ResourceKey ROSEBED = ResourceKey.of("default", "rosebed");
  private static final ResourceType DEFINITIONS =
      ResourceType.cluster(
          "apiextensions.k8s.io/v1", "CustomResourceDefinition", "customresourcedefinitions");
  private static final JsonPath FLOWER = JsonPath.of("data.flower");
  private static final JsonPath PLANTED = JsonPath.of("status.planted");
  private static final JsonPath READY = JsonPath.of("status.conditions[0].message");

  @Override
  public void run(Stage stage) throws Exception {
    ApiClient client = stage.client();
    define(client);
    var gardens = client.resources(GardenOperator.GARDENS).inNamespace("default");
    var beds = new Maps(client).client();
    try (var operator = new GardenOperator(client)) {
      operator.start();

      gardens.create(Resource.parse(garden("rose")));
      await(gardens, garden -> text(garden, PLANTED).equals("rose"));
      stage.say("created: %s", text(gardens.get("rosebed"), READY));
      stage.say("  in the greenhouse: %s", operator.greenhouse);

      beds.patch("rosebed", Patch.merge("{\"data\":{\"flower\":\"weed\"}}"));
      await(beds, bed -> text(bed, FLOWER).equals("rose"));
      stage.say("a user planted a weed; now: %s", text(beds.get("rosebed"), FLOWER));

      gardens.patch("rosebed", Patch.merge("{\"spec\":{\"flower\":\"thistle\"}}"));
      await(gardens, garden -> text(garden, READY).contains("thistle"));
      stage.say("rejected: %s", text(gardens.get("rosebed"), READY));

      gardens.patch("rosebed", Patch.merge("{\"spec\":{\"flower\":\"lily\"}}"));
      await(gardens, garden -> text(garden, PLANTED).equals("lily"));
      stage.say("changed: %s", text(gardens.get("rosebed"), READY));

      gardens.delete(ROSEBED);
      await(beds, Optional::isEmpty);
      await(gardens, Optional::isEmpty);
      stage.say("deleted, and the bed with it; in the greenhouse: %s", operator.greenhouse);
    }
  }

  private static void await(
      ResourceClient<Resource> client, Predicate<Optional<Resource>> condition)
      throws InterruptedException {
    if (!client.await(ROSEBED.name(), condition, PATIENCE)) {
      throw new IllegalStateException("not in time: " + client.get(ROSEBED));
    }
  }

  private static String text(Optional<Resource> object, JsonPath path) {
    return object.flatMap(found -> found.text(path)).orElse("");
  }

  private static String garden(String flower) {
    return """
    {"apiVersion":"example.com/v1","kind":"Garden","metadata":{"name":"rosebed"},\
    "spec":{"flower":"%s"}}\
    """
        .formatted(flower);
  }

  /** Defines the kind and waits until it is served. */
  private static void define(ApiClient client) throws InterruptedException {
    var definitions = client.resources(DEFINITIONS);
    Resource created =
        definitions.create(
            Resource.parse(
                """
                {"kind":"CustomResourceDefinition","apiVersion":"apiextensions.k8s.io/v1",
                 "metadata":{"name":"gardens.example.com"},
                 "spec":{"group":"example.com","scope":"Namespaced",
                  "names":{"plural":"gardens","singular":"garden","kind":"Garden"},
                  "versions":[{"name":"v1","served":true,"storage":true,
                   "subresources":{"status":{}},
                   "schema":{"openAPIV3Schema":{"type":"object","properties":{
                    "spec":{"type":"object","required":["flower"],
                     "properties":{"flower":{"type":"string"}}},
                    "status":{"type":"object",
                     "x-kubernetes-preserve-unknown-fields":true}}}}}]}}
                """));
    JsonPath established = JsonPath.of("status.conditions[*].type");
    boolean served =
        definitions.await(
            created.key().name(),
            found ->
                found.map(each -> each.texts(established)).orElseThrow().contains("Established"),
            PATIENCE);
    if (!served) {
      throw new IllegalStateException("the definition is not served");
    }
  }
}
