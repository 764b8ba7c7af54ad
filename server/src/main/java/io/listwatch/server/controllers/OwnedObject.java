package io.listwatch.server.controllers;

import io.listwatch.model.GroupVersion;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import java.util.ArrayList;
import java.util.List;

/**
 * The metadata of an object that garbage collection needs.
 *
 * @param terminating true if it has a deletion timestamp
 * @param orphans true if its dependents are to be orphaned
 * @param foreground true if it has the {@code foregroundDeletion} finalizer: its dependents go
 *     first
 */
record OwnedObject(
    String uid,
    String group,
    String kind,
    ResourceKey key,
    List<OwnerReference> owners,
    boolean terminating,
    boolean orphans,
    boolean foreground) {
  static final String ORPHAN = "orphan";
  static final String FOREGROUND = "foregroundDeletion";

  OwnedObject {
    owners = List.copyOf(owners);
  }

  static OwnedObject of(Resource object) {
    List<String> finalizers = object.finalizers();
    return new OwnedObject(
        object.uid().orElse(""),
        GroupVersion.of(object.apiVersion()).group(),
        object.kind(),
        object.key(),
        owners(object),
        object.terminating(),
        finalizers.contains(ORPHAN),
        finalizers.contains(FOREGROUND));
  }

  private static List<OwnerReference> owners(Resource object) {
    JsonValue partial = JsonTrees.read(object.leanPartialMetadata());
    var owners = new ArrayList<OwnerReference>();
    partial.at("/metadata/ownerReferences").forEach(each -> owners.add(OwnerReference.of(each)));
    return owners;
  }

  /** True if it waits for its dependents to lose their owner reference. */
  boolean orphansDependents() {
    return terminating && orphans;
  }

  /** True if it waits for its dependents to be deleted. */
  boolean deletesDependents() {
    return terminating && foreground;
  }

  /** True if garbage collection may have something to do for it. */
  boolean needsTracking() {
    return !owners.isEmpty() || orphansDependents() || deletesDependents();
  }

  boolean blocks(String owner) {
    return owners.stream().anyMatch(each -> each.blocking() && each.uid().equals(owner));
  }
}
