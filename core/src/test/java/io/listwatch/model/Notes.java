package io.listwatch.model;

/** Small test objects: notes, with a name, a version and a text, or with labels and a spec. */
public final class Notes {
  public static final ResourceType TYPE =
      ResourceType.namespaced("test.listwatch.io/v1", "Note", "notes");

  private Notes() {}

  /**
   * Returns the key of a note, in the namespace {@code default} unless the name contains another.
   */
  public static ResourceKey key(String name) {
    return name.indexOf('/') < 0 ? ResourceKey.of("default", name) : ResourceKey.parse(name);
  }

  public static ResourceVersion version(long number) {
    return ResourceVersion.of(number);
  }

  public static Resource note(String name) {
    return note(name, 1);
  }

  /** Returns a note as its collection holds it after the write at {@code version}. */
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

  /** Returns a note with labels, given as JSON. */
  public static Resource labelled(String name, long version, String labels) {
    return labelled(name, version, labels, "{}");
  }

  /** Returns a note with labels and a spec, given as JSON. */
  public static Resource labelled(String name, long version, String labels, String spec) {
    ResourceKey key = key(name);
    return Resource.parse(
        """
        {"apiVersion":"test.listwatch.io/v1","kind":"Note","metadata":{"name":"%s","namespace":"%s",\
        "resourceVersion":"%d","labels":%s},"spec":%s}\
        """
            .formatted(key.name(), key.namespace(), version, labels, spec));
  }
}
