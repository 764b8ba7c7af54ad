package io.listwatch.server.controllers;

import io.listwatch.model.GroupVersion;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import java.util.ArrayList;
import java.util.List;

/**
 * All that owner collection knows of an object.
 *
 * @param terminating whether its deletion was asked for
 * @param orphans whether what it owns is to survive it
 * @param foreground whether what it owns is to go before it
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
    JsonValue partial = JsonTrees.read(object.withoutManagedFields().partialMetadata());
    var owners = new ArrayList<OwnerReference>();
    partial.at("/metadata/ownerReferences").forEach(each -> owners.add(OwnerReference.of(each)));
    return owners;
  }

  /** Whether it waits for what it owns to let go of it. */
  boolean orphansDependents() {
    return terminating && orphans;
  }

  /** Whether it waits for what it owns to be gone. */
  boolean deletesDependents() {
    return terminating && foreground;
  }

  /** Whether there may be something to do about it. */
  boolean isEntangled() {
    return !owners.isEmpty() || orphansDependents() || deletesDependents();
  }

  boolean blocks(String owner) {
    return owners.stream().anyMatch(each -> each.blocking() && each.uid().equals(owner));
  }
}
