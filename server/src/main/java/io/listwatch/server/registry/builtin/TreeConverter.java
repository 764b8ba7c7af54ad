package io.listwatch.server.registry.builtin;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.apply.ObjectVersions;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.schema.BuiltInForm;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.server.registry.conversion.VersionConverter;
import java.util.Optional;

/**
 * A converter that parses an object, changes its tree and encodes it canonically for the other
 * version.
 */
abstract class TreeConverter implements VersionConverter {
  private final ResourceType stored;
  private final ResourceType served;

  TreeConverter(ResourceType stored, ResourceType served) {
    this.stored = stored;
    this.served = served;
  }

  /** True if this converter is for objects stored as this type. */
  final boolean converts(ResourceType storedType) {
    return stored.equals(storedType);
  }

  /** Converts an object from the stored to the served version, in place. */
  abstract void toServed(JsonObject object);

  /** Converts an object from the served to the stored version, in place. */
  abstract void toStored(JsonObject object);

  /** Fills in fields that are required in the stored version. */
  void complete(JsonObject stored) {}

  @Override
  public final Resource serve(Resource stored, ResourceType served) {
    var object = (JsonObject) JsonTrees.read(stored.toByteArray());
    toServed(object);
    object.put("apiVersion", served.apiVersion());
    var form = new BuiltInForm(BuiltInTypes.load().find(served).orElseThrow());
    return Resource.parse(form.encode(object));
  }

  @Override
  public final JsonObject store(JsonObject served, ResourceType stored) {
    toStored(served);
    complete(served);
    return served.put("apiVersion", stored.apiVersion());
  }

  @Override
  public final JsonObject rehearsed(JsonObject served) {
    JsonObject object = served.deepCopy();
    toStored(object);
    complete(object);
    toServed(object);
    return object;
  }

  @Override
  public final Optional<ObjectVersions> versions() {
    return Optional.of(new BuiltInVersions(this, stored, served));
  }

  /** Renames a member. */
  static void rename(JsonObject object, String from, String to) {
    var value = object.remove(from);
    if (value != null) {
      object.set(to, value);
    }
  }
}
