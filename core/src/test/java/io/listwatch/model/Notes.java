package io.listwatch.model;

/** Small objects for tests: notes, with a name, a version and a text. */
public final class Notes {
  public static final ResourceType TYPE =
      ResourceType.namespaced("test.listwatch.io/v1", "Note", "notes");

  private Notes() {}

  public static ResourceKey key(String name) {
    return ResourceKey.of("default", name);
  }

  public static ResourceVersion version(long number) {
    return ResourceVersion.of(number);
  }

  /** A note as its collection holds it after the write that made {@code version}. */
  public static Resource note(String name, long version) {
    return note(name, version, "text " + version);
  }

  public static Resource note(String name, long version, String text) {
    return note(key(name), "uid-" + name, version, text);
  }

  public static Resource note(ResourceKey key, String uid, long version, String text) {
    return Resource.parse(
        """
        {"apiVersion":"test.listwatch.io/v1","kind":"Note","metadata":{"name":"%s","namespace":"%s",\
        "uid":"%s","resourceVersion":"%d","labels":{"app":"notes"}},"text":"%s"}\
        """
            .formatted(key.name(), key.namespace(), uid, version, text));
  }
}
