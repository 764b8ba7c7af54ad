package io.listwatch.server.registry.delete;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.registry.admission.AdmissionNotes;
import org.jspecify.annotations.Nullable;

/**
 * The options of a delete, and its user. A component is null if the client did not set it.
 *
 * @param uid precondition: the uid of the object
 * @param resourceVersion precondition: the current resourceVersion of the object
 * @param orphanDependents the deprecated form of a propagation policy
 * @param ofCollection true for each object of a deletecollection: admission sees no name
 * @param user of the request
 * @param warnings receives warnings for the client, and audit annotations
 */
public record DeleteOptions(
    @Nullable Long gracePeriodSeconds,
    @Nullable String uid,
    @Nullable String resourceVersion,
    @Nullable PropagationPolicy propagation,
    @Nullable Boolean orphanDependents,
    boolean dryRun,
    boolean ofCollection,
    UserInfo user,
    AdmissionNotes warnings) {
  /** No options, for deletes by the server itself. */
  public static final DeleteOptions NONE = new DeleteOptions(null, null, null, null, null, false);

  /** Creates options for a delete by the server itself, which ignores warnings. */
  public DeleteOptions(
      @Nullable Long gracePeriodSeconds,
      @Nullable String uid,
      @Nullable String resourceVersion,
      @Nullable PropagationPolicy propagation,
      @Nullable Boolean orphanDependents,
      boolean dryRun) {
    this(
        gracePeriodSeconds,
        uid,
        resourceVersion,
        propagation,
        orphanDependents,
        dryRun,
        false,
        UserInfo.SERVER,
        warning -> {});
  }

  /** Returns the same options with a precondition on the resourceVersion. */
  public DeleteOptions at(String version) {
    return new DeleteOptions(
        gracePeriodSeconds,
        uid,
        version,
        propagation,
        orphanDependents,
        dryRun,
        ofCollection,
        user,
        warnings);
  }

  /** Returns the same options for each object of a deletecollection. */
  public DeleteOptions forCollection() {
    return new DeleteOptions(
        gracePeriodSeconds,
        uid,
        resourceVersion,
        propagation,
        orphanDependents,
        dryRun,
        true,
        user,
        warnings);
  }

  /** Returns the options as an AdmissionReview shows them. */
  JsonObject toJson() {
    var json = new JsonObject().put("kind", "DeleteOptions").put("apiVersion", "meta.k8s.io/v1");
    if (gracePeriodSeconds != null) {
      json.put("gracePeriodSeconds", gracePeriodSeconds);
    }
    if (uid != null || resourceVersion != null) {
      JsonObject preconditions = json.putObject("preconditions");
      if (uid != null) {
        preconditions.put("uid", uid);
      }
      if (resourceVersion != null) {
        preconditions.put("resourceVersion", resourceVersion);
      }
    }
    if (orphanDependents != null) {
      json.put("orphanDependents", orphanDependents);
    }
    if (propagation != null) {
      json.put("propagationPolicy", propagation.word());
    }
    if (dryRun) {
      json.putArray("dryRun").add("All");
    }
    return json;
  }

  /** Returns the same options for a user. Warnings go to the listener. */
  public DeleteOptions by(UserInfo who, AdmissionNotes listener) {
    return new DeleteOptions(
        gracePeriodSeconds,
        uid,
        resourceVersion,
        propagation,
        orphanDependents,
        dryRun,
        ofCollection,
        who,
        listener);
  }

  /** The propagation policies for dependents of the deleted object. */
  public enum PropagationPolicy {
    ORPHAN("Orphan"),
    BACKGROUND("Background"),
    FOREGROUND("Foreground");

    private final String word;

    PropagationPolicy(String word) {
      this.word = word;
    }

    String word() {
      return word;
    }
  }
}
