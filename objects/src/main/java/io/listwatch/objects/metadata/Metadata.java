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
 * The metadata of an object that is being written. A view: changes go to the object. An empty or
 * null member counts as absent, as in kube-apiserver.
 */
public final class Metadata {
  public static final String ORPHAN = "orphan";
  public static final String FOREGROUND = "foregroundDeletion";

  private final JsonObject node;

  private Metadata(JsonObject node) {
    this.node = node;
  }

  /** Returns the object's metadata, which is added if it is absent. */
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

  /** Returns zero if the kind has no generation. */
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

  /** Increments the generation at the first deletion request, if the kind has one. */
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

  /** Returns the owner references that are objects; empty if there are none. */
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

  /** Drops the members that a client must not set in a new object. */
  public void dropSystemFields() {
    remove(
        "creationTimestamp", "uid", "deletionTimestamp", "deletionGracePeriodSeconds", "selfLink");
  }

  /** Restores the members that an update must not change, or may leave out. */
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

  /** Drops duplicate owner references and returns their uids. */
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

  /** Copies members from another object's metadata; members that are absent there are removed. */
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
