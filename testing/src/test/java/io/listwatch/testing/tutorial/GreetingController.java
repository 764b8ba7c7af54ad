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
import java.util.Optional;

/** Keeps a ConfigMap with the text of each Greeting. */
final class GreetingController {
  static final ResourceType CONFIG_MAPS = ResourceType.namespaced("v1", "ConfigMap", "configmaps");
  static final JsonPath TEXT = JsonPath.of("data.text");

  private final Informer<Greeting> greetings;
  private final Informer<Resource> cards;
  private final ResourceClient<Greeting> statuses;
  private final ResourceClient<Resource> cardClient;

  GreetingController(ApiClient client, InformerFactory informers) {
    var codec = JacksonCodec.of(Greeting.class);
    greetings = informers.informer(Selection.of(Greeting.TYPE), codec);
    cards = informers.informer(CONFIG_MAPS);
    statuses = client.resources(Greeting.TYPE, codec).subresource("status");
    cardClient = client.resources(CONFIG_MAPS).inAllNamespaces().as("greeter").through(cards);
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
        cardClient.applyForced(card(found.get().resource(), greeting.text()));
      }
      statuses.edit(key, Greeting::withStatus);
    }
    return Reconciliation.done();
  }

  /** Owned by its Greeting, so that the server deletes it with that. */
  private static Resource card(Resource owner, String text) {
    return Resource.parse(
        """
        {"kind": "ConfigMap", "apiVersion": "v1",
         "metadata": {"name": "%1$s", "namespace": "%2$s", "ownerReferences": [
           {"apiVersion": "example.com/v1", "kind": "Greeting", "name": "%1$s", "uid": "%3$s"}]},
         "data": {"text": "%4$s"}}
        """
            .formatted(
                owner.key().name(), owner.key().namespace(), owner.uid().orElseThrow(), text));
  }
}
