package io.listwatch.server.registry.delete;

import io.listwatch.server.auth.UserInfo;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The options of a delete, and its user. A component is null if the client did not set it.
 *
 * @param uid precondition: the uid of the object
 * @param resourceVersion precondition: the current resourceVersion of the object
 * @param orphanDependents the deprecated form of a propagation policy
 * @param user who makes the request
 * @param warnings receives warnings for the client
 */
public record DeleteOptions(
    @Nullable Long gracePeriodSeconds,
    @Nullable String uid,
    @Nullable String resourceVersion,
    @Nullable PropagationPolicy propagation,
    @Nullable Boolean orphanDependents,
    boolean dryRun,
    UserInfo user,
    Consumer<String> warnings) {
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
        UserInfo.SERVER,
        warning -> {});
  }

  /** Returns the same options with a precondition on the resourceVersion. */
  public DeleteOptions at(String version) {
    return new DeleteOptions(
        gracePeriodSeconds, uid, version, propagation, orphanDependents, dryRun, user, warnings);
  }

  /** Returns the same options for a user, who receives the warnings. */
  public DeleteOptions by(UserInfo who, Consumer<String> listener) {
    return new DeleteOptions(
        gracePeriodSeconds,
        uid,
        resourceVersion,
        propagation,
        orphanDependents,
        dryRun,
        who,
        listener);
  }

  /** The propagation policies for dependents of the deleted object. */
  public enum PropagationPolicy {
    ORPHAN,
    BACKGROUND,
    FOREGROUND
  }
}
