package io.listwatch.testing;

/** Manifests of custom resource definitions for tests. */
final class Definitions {
  /** The collection path of notes in the namespace default. */
  static final String PATH = "/apis/example.com/v1/namespaces/default/notes";

  static final String NOTES = Manifests.read(Definitions.class, "notes.yaml");

  private Definitions() {}
}
