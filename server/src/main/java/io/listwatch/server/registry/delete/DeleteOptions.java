package io.listwatch.server.registry.delete;

import io.listwatch.server.auth.UserInfo;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How to delete, and for whom. A member is null if the client did not say.
 *
 * @param uid delete only this incarnation of the object
 * @param resourceVersion delete only if the object is still at this version
 * @param orphanDependents the old spelling of a propagation policy
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
  /** For the server itself, without any condition. */
  public static final DeleteOptions NONE = new DeleteOptions(null, null, null, null, null, false);

  /** For the server itself, which does not listen to warnings. */
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

  /** Returns the same for an object that is still at this version. */
  public DeleteOptions at(String version) {
    return new DeleteOptions(
        gracePeriodSeconds, uid, version, propagation, orphanDependents, dryRun, user, warnings);
  }

  /** Returns the same for a user, who receives warnings. */
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

  /** What becomes of the objects that the deleted one owns. */
  public enum PropagationPolicy {
    ORPHAN,
    BACKGROUND,
    FOREGROUND
  }
}
