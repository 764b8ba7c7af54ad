package io.listwatch.testing;

/** What a test may define. */
final class Definitions {
  /** Where notes are served. */
  static final String PATH = "/apis/example.com/v1/namespaces/default/notes";

  static final String NOTES = Manifests.read(Definitions.class, "notes.yaml");

  private Definitions() {}
}
