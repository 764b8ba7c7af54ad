package io.listwatch.testing.tutorial;

import io.listwatch.client.ApiClient;
import io.listwatch.client.JacksonCodec;
import io.listwatch.client.ResourceClient;
import io.listwatch.controller.Controller;
import io.listwatch.controller.Reconciliation;
import io.listwatch.informer.Informer;
import io.listwatch.informer.InformerFactory;
import io.listwatch.informer.Selection;
import io.listwatch.informer.View;
import io.listwatch.json.JsonPath;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Keeps a ConfigMap with the text of each Greeting. */
final class GreetingController {
  static final ResourceType CONFIG_MAPS = ResourceType.namespaced("v1", "ConfigMap", "configmaps");
  static final JsonPath TEXT = JsonPath.of("data.text");

  private final Informer<Greeting> greetings;
  private final Informer<Resource> cards;
  private final ResourceClient<Greeting> statuses;
  private final ResourceClient<Card> cardClient;

  GreetingController(ApiClient client, InformerFactory informers) {
    var codec = JacksonCodec.of(Greeting.class);
    greetings = informers.informer(Selection.of(Greeting.TYPE), codec);
    cards = informers.informer(CONFIG_MAPS);
    statuses = client.resources(Greeting.TYPE, codec).subresource("status");
    cardClient =
        client
            .resources(CONFIG_MAPS, JacksonCodec.of(Card.class))
            .inAllNamespaces()
            .as("greeter")
            .through(cards);
  }

  Controller<ResourceKey> controller() {
    return Controller.builder("greeter", this::reconcile)
        .watching(greetings, View::key)
        .watching(cards, View::key)
        .build();
  }

  private Reconciliation reconcile(ResourceKey key) throws InterruptedException {
    Optional<View<Greeting>> found = greetings.get(key);
    if (found.isPresent()) {
      Greeting greeting = found.get().get();
      Optional<String> written = cards.get(key).flatMap(card -> card.text(TEXT));
      if (!written.equals(Optional.of(greeting.text()))) {
        cardClient.applyForced(Card.of(found.get().resource(), greeting.text()));
      }
      statuses.edit(key, Greeting::withStatus);
    }
    return Reconciliation.done();
  }

  /** The ConfigMap of a Greeting. The Greeting owns it, so that the server deletes both. */
  record Card(Metadata metadata, Map<String, String> data) {
    record Metadata(String name, @Nullable String namespace, List<Owner> ownerReferences) {}

    record Owner(String apiVersion, String kind, String name, String uid) {}

    static Card of(Resource greeting, String text) {
      ResourceKey key = greeting.key();
      String uid = greeting.uid().orElseThrow();
      var owner = new Owner(greeting.apiVersion(), greeting.kind(), key.name(), uid);
      return new Card(
          new Metadata(key.name(), key.namespace(), List.of(owner)), Map.of("text", text));
    }
  }
}
