package io.listwatch.server.resource;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.json.JsonString;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceReader;
import io.listwatch.model.ResourceType;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.SelectableFields;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.CanonicalForm;
import io.listwatch.storage.StoredEntry;
import io.listwatch.storage.StoredValue;
import java.util.List;

/**
 * Converts objects of one type between two forms. The <i>stored</i> form is canonical and has no
 * resource version, so that equal objects have equal bytes. The <i>served</i> form has its defaults
 * and the version of the write that made it.
 *
 * <p>Thread-safe.
 */
public final class ResourceCodec {
  /** Members of the metadata that kube-apiserver does not store, whatever the client sent. */
  private static final List<String> NOT_STORED = List.of("resourceVersion", "selfLink");

  private final ResourceType type;
  private final CanonicalForm form;
  private final ResourceReader reader;
  private final List<String> selectable;
  private final ReadDefaults defaults;
  private final KeyLayout keys;

  public ResourceCodec(
      ResourceType type, CanonicalForm form, SelectableFields selectable, ReadDefaults defaults) {
    this.type = type;
    this.form = form;
    this.reader = new ResourceReader(selectable);
    this.selectable = selectable.paths();
    this.defaults = defaults;
    this.keys = KeyLayout.of(type);
  }

  /** Returns the type that objects are stored as. */
  public ResourceType type() {
    return type;
  }

  /** Returns the fields that selectors may use, besides name and namespace. */
  public List<String> selectable() {
    return selectable;
  }

  public KeyLayout keys() {
    return keys;
  }

  /** Returns the stored form, without {@link #NOT_STORED}. Does not change {@code object}. */
  public byte[] encode(JsonObject object) {
    if (!(object.get("metadata") instanceof JsonObject metadata)
        || NOT_STORED.stream().noneMatch(metadata::has)) {
      return form.encode(object);
    }
    JsonObject bare = new JsonObject().setAll(metadata);
    bare.remove(NOT_STORED);
    JsonObject copy = new JsonObject().setAll(object);
    return form.encode(copy.set("metadata", bare));
  }

  /**
   * Returns the served form.
   *
   * @throws UnreadableResourceException if the value is damaged, is not an object, or is one with
   *     another key
   */
  public Resource read(StoredEntry entry) {
    ResourceKey key = keys.resourceKey(entry.key());
    Resource resource;
    try {
      resource = read(StoredValue.decode(entry));
    } catch (RuntimeException | StackOverflowError problem) {
      throw new UnreadableResourceException(key, problem);
    }
    return checked(key, resource).withVersion(ResourceVersion.of(entry.revision()));
  }

  private Resource read(StoredValue value) {
    // Without defaults, the JSON need not be copied into an array of its own.
    return defaults == ReadDefaults.NONE
        ? reader.resource(value.bytes(), value.start(), value.bytes().length)
        : read(value.json());
  }

  private Resource read(byte[] json) {
    byte[] complete = defaults.complete(json);
    return reader.resource(complete, 0, complete.length);
  }

  /** Returns the served form of an object that has no version yet. */
  public Resource read(ResourceKey key, byte[] json) {
    Resource resource;
    try {
      resource = read(json);
    } catch (RuntimeException | StackOverflowError problem) {
      throw new UnreadableResourceException(key, problem);
    }
    return checked(key, resource);
  }

  private static Resource checked(ResourceKey key, Resource resource) {
    if (!resource.key().equals(key)) {
      throw new UnreadableResourceException(key, "its own metadata names " + resource.key());
    }
    return resource;
  }

  /** Returns a placeholder for an unreadable object, with its type, key and version. */
  public Resource placeholder(ResourceKey key, long revision) {
    String namespace = key.namespace();
    String json =
        """
        {"kind":%s,"apiVersion":%s,"metadata":{"name":%s,%s"resourceVersion":"%d"}}\
        """
            .formatted(
                JsonString.quote(type.kind()),
                JsonString.quote(type.apiVersion()),
                JsonString.quote(key.name()),
                namespace == null ? "" : "\"namespace\":" + JsonString.quote(namespace) + ",",
                revision);
    return Resource.parse(json.getBytes(UTF_8));
  }
}
