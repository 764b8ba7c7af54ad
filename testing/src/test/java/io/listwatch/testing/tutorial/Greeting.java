package io.listwatch.testing.tutorial;

import io.listwatch.model.ResourceType;

/** The custom resource, as Java sees it. Fields that it leaves out stay as they are. */
record Greeting(Spec spec, Status status) {
  static final ResourceType TYPE =
      ResourceType.namespaced("example.com/v1", "Greeting", "greetings");

  record Spec(String guest, String word) {}

  record Status(String text) {}

  String text() {
    return spec.word() + ", " + spec.guest() + "!";
  }

  Greeting withStatus() {
    return new Greeting(spec, new Status(text()));
  }
}
