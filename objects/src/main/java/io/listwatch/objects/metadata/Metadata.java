package io.listwatch.objects.metadata;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.Times;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The metadata of an object that is being written: a view, so that what is set here is set in the
 * object. A member that is empty or null counts as absent, as it does for the reference.
 */
public final class Metadata {
  public static final String ORPHAN = "orphan";
  public static final String FOREGROUND = "foregroundDeletion";

  private final JsonObject node;

  private Metadata(JsonObject node) {
    this.node = node;
  }

  /** The object's metadata, which it is given if it has none. */
  public static Metadata of(JsonObject object) {
    return new Metadata(
        object.get("metadata") instanceof JsonObject found ? found : object.putObject("metadata"));
  }

  public JsonObject node() {
    return node;
  }

  public String name() {
    return text("name");
  }

  public String namespace() {
    return text("namespace");
  }

  public String generateName() {
    return text("generateName");
  }

  public String uid() {
    return text("uid");
  }

  public String resourceVersion() {
    return text("resourceVersion");
  }

  public String text(String member) {
    JsonValue value = node.path(member);
    return value.isNull() ? "" : value.asText();
  }

  public void set(String member, String value) {
    if (value.isEmpty()) {
      node.remove(member);
    } else {
      node.put(member, value);
    }
  }

  public void remove(String... members) {
    node.remove(List.of(members));
  }

  /** Zero if the kind's objects are not counted. */
  public long generation() {
    return node.path("generation").asLong();
  }

  public void setGeneration(long generation) {
    if (generation == 0) {
      node.remove("generation");
    } else {
      node.put("generation", generation);
    }
  }

  /** What happens when somebody first asks for the object's deletion; kinds not counted stay so. */
  public void countDeletion() {
    if (generation() > 0) {
      setGeneration(generation() + 1);
    }
  }

  public List<String> finalizers() {
    return texts("finalizers");
  }

  public void setFinalizers(List<String> finalizers) {
    if (finalizers.isEmpty()) {
      node.remove("finalizers");
      return;
    }
    JsonArray array = node.putArray("finalizers");
    finalizers.forEach(array::add);
  }

  private List<String> texts(String member) {
    var texts = new ArrayList<String>();
    node.path(member).forEach(each -> texts.add(each.asText()));
    return texts;
  }

  /** The owner references that are objects; empty if there are none. */
  public List<JsonObject> owners() {
    var owners = new ArrayList<JsonObject>();
    for (JsonValue each : node.path("ownerReferences")) {
      if (each instanceof JsonObject owner) {
        owners.add(owner);
      }
    }
    return owners;
  }

  public void setOwners(List<JsonObject> owners) {
    node.putArray("ownerReferences").addAll(owners);
  }

  public boolean terminating() {
    return !text("deletionTimestamp").isEmpty();
  }

  public Optional<Instant> deletionTime() {
    try {
      return terminating()
          ? Optional.of(Instant.parse(text("deletionTimestamp")))
          : Optional.empty();
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  public void setDeletionTime(Instant time) {
    node.put("deletionTimestamp", Times.seconds(time));
  }

  public OptionalLong deletionGrace() {
    JsonValue grace = node.path("deletionGracePeriodSeconds");
    return grace.isNumber() ? OptionalLong.of(grace.asLong()) : OptionalLong.empty();
  }

  public void setDeletionGrace(long seconds) {
    node.put("deletionGracePeriodSeconds", seconds);
  }

  /** Drops the members that a client must not choose for a new object. */
  public void dropSystemFields() {
    remove(
        "creationTimestamp", "uid", "deletionTimestamp", "deletionGracePeriodSeconds", "selfLink");
  }

  /** Puts back the members that an update must not change, or may leave out. */
  public void keepIdentity(Metadata old) {
    if (uid().isEmpty()) {
      copy(old, "uid");
    }
    copy(old, "creationTimestamp");
    if (old.terminating()) {
      copy(old, "deletionTimestamp");
    }
    if (old.deletionGrace().isPresent() && deletionGrace().isEmpty()) {
      copy(old, "deletionGracePeriodSeconds");
    }
  }

  /** Drops owner references that are there twice, and returns their uids. */
  public List<String> dropRepeatedOwners() {
    var distinct = new LinkedHashSet<JsonObject>();
    var repeated = new ArrayList<String>();
    for (JsonObject owner : owners()) {
      if (!distinct.add(owner)) {
        repeated.add(owner.path("uid").asText());
      }
    }
    if (!repeated.isEmpty()) {
      setOwners(List.copyOf(distinct));
    }
    return repeated;
  }

  /** Takes a member over from another object's metadata: its value, or its absence. */
  public void copy(Metadata from, String... members) {
    for (String member : members) {
      JsonValue value = from.node.get(member);
      if (value == null || value.isNull()) {
        node.remove(member);
      } else {
        node.set(member, value.deepCopy());
      }
    }
  }
}
