package io.listwatch.examples;

import io.listwatch.client.Patch;
import io.listwatch.client.ResourceClient;
import io.listwatch.controller.Controller;
import io.listwatch.controller.Reconciliation;
import io.listwatch.informer.Informer;
import io.listwatch.informer.InformerFactory;
import io.listwatch.informer.ObjectCodec;
import io.listwatch.informer.Selection;
import io.listwatch.informer.View;
import io.listwatch.json.JsonPath;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.trace.Trace;
import java.time.Duration;
import java.util.Optional;

/**
 * A controller in thirty lines: it writes a greeting for the guest named in a ConfigMap's label
 * into the ConfigMap.
 */
final class GreetingController implements Example {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  // The page prints the code from here on.
  static Controller<ResourceKey> greeter(
      ResourceClient<Resource> client, Informer<Resource> maps, Trace trace) {
    JsonPath guest = JsonPath.of("metadata.labels.guest");
    JsonPath greeting = JsonPath.of("data.greeting");
    return Controller.builder(
            "greeter",
            trace.reconciler(
                "greeter",
                key -> {
                  // Reads the current state: several changes may have become one request.
                  Optional<View<Resource>> map = maps.get(key);
                  Optional<String> wanted = map.flatMap(m -> m.text(guest)).map("Hello, "::concat);
                  Optional<String> found = map.flatMap(m -> m.text(greeting));
                  if (wanted.isPresent() && !wanted.equals(found)) {
                    String data = "{\"data\":{\"greeting\":\"%s\"}}".formatted(wanted.get());
                    client.patch(key.name(), Patch.merge(data));
                  }
                  return Reconciliation.done();
                }))
        .watching(maps, trace.<Resource, ResourceKey>request("greeter", View::key))
        .build();
  }

  // The page prints the code up to here.

  @Override
  public void run(Stage stage) throws Exception {
    var maps = new Maps(stage.client());
    try (InformerFactory factory = stage.informers(Types.CONFIG_MAPS)) {
      Informer<Resource> informer =
          factory.informer(
              Selection.of(Types.CONFIG_MAPS).inNamespace("default"), ObjectCodec.raw());
      try (var greeter = greeter(maps.client().as("greeter"), informer, stage.trace())) {
        greeter.start();
        maps.create("card", "{\"guest\":\"Ada\"}");
        awaitGreeting(stage, maps, "Hello, Ada");

        stage.say("A user overwrites it:");
        maps.client().patch("card", Patch.merge("{\"data\":{\"greeting\":\"Go away\"}}"));
        awaitGreeting(stage, maps, "Hello, Ada");

        stage.say("Another guest:");
        maps.client().patch("card", Patch.merge("{\"metadata\":{\"labels\":{\"guest\":\"Bo\"}}}"));
        awaitGreeting(stage, maps, "Hello, Bo");
      }
    }
  }

  private static void awaitGreeting(Stage stage, Maps maps, String greeting)
      throws InterruptedException {
    JsonPath path = JsonPath.of("data.greeting");
    boolean greeted =
        maps.client()
            .await(
                "card",
                map -> map.flatMap(m -> m.text(path)).equals(Optional.of(greeting)),
                PATIENCE);
    stage.say("card: %s", greeted ? greeting : "not greeted in time");
  }
}
