package io.listwatch.testing.tutorial;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.client.ApiClient;
import io.listwatch.client.ResourceClient;
import io.listwatch.controller.Controller;
import io.listwatch.informer.InformerFactory;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.testing.ListwatchTest;
import io.listwatch.testing.TestServer;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@ListwatchTest(manifests = "greetings.yaml")
class GreetingControllerTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final TestServer server;
  private final InformerFactory informers;
  private final Controller<ResourceKey> controller;
  private final ResourceClient<Resource> greetings;
  private final ResourceClient<Resource> cards;

  GreetingControllerTest(TestServer server, ApiClient client) {
    this.server = server;
    informers = client.informers();
    controller = new GreetingController(client, informers).controller();
    greetings = client.resources(Greeting.TYPE).inNamespace(server.namespace());
    cards = client.resources(GreetingController.CONFIG_MAPS).inNamespace(server.namespace());
  }

  @BeforeEach
  void start() {
    controller.start();
  }

  @AfterEach
  void close() {
    controller.close();
    informers.close();
  }

  @Test
  void writesACardForAGreeting() throws InterruptedException {
    greet("one", "Ada");

    awaitCard("one", Optional.of("Hello, Ada!"));
  }

  @Test
  void deletesTheCardWithItsGreeting() throws InterruptedException {
    greet("two", "Ada");
    awaitCard("two", Optional.of("Hello, Ada!"));

    greetings.delete("two");

    awaitCard("two", Optional.empty());
  }

  @Test
  void continuesAfterItsWatchBreaks() throws InterruptedException {
    greet("three", "Ada");
    awaitCard("three", Optional.of("Hello, Ada!"));

    server.faults().streams("greetings.example.com").drop();
    greet("three", "Grace");

    awaitCard("three", Optional.of("Hello, Grace!"));
  }

  private void greet(String name, String guest) {
    server.apply(
        "{apiVersion: example.com/v1, kind: Greeting, metadata: {name: %s}, spec: {guest: %s}}"
            .formatted(name, guest));
  }

  private void awaitCard(String name, Optional<String> text) throws InterruptedException {
    assertThat(cards.await(name, card -> text(card).equals(text), PATIENCE))
        .as("the card %s says %s", name, text)
        .isTrue();
  }

  private static Optional<String> text(Optional<Resource> card) {
    return card.flatMap(each -> each.text(GreetingController.TEXT));
  }
}
