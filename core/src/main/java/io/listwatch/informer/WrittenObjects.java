package io.listwatch.informer;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Converts the responses to writes into the form in which the informer's source would deliver them,
 * so that the watch changes nothing when it catches up.
 *
 * <p>Thread-safe. Transforms run on the writing thread.
 */
final class WrittenObjects {
  private final Selection selection;
  private final SourceProvider sources;
  private final UnaryOperator<Resource> intake;
  private final OwnWrites writes;

  WrittenObjects(
      Selection selection,
      SourceProvider sources,
      UnaryOperator<Resource> intake,
      OwnWrites writes) {
    this.selection = selection;
    this.sources = sources;
    this.intake = intake;
    this.writes = writes;
  }

  void wrote(Resource response) {
    if (!selection.covers(response.key()) || response.version().isUnset()) {
      return;
    }
    if (!selection.matches(response)) {
      writes.left(response);
      return;
    }
    Resource object = admitted(response);
    if (object != null) {
      writes.wrote(object);
    }
  }

  /**
   * Returns null for an object that the watch will not deliver either: the transform fails, or
   * changes the key.
   */
  private @Nullable Resource admitted(Resource response) {
    try {
      Resource object = intake.apply(sources.delivered(response));
      return object.key().equals(response.key()) ? object : null;
    } catch (RuntimeException | StackOverflowError unreadable) {
      return null;
    }
  }

  /**
   * Records a deletion.
   *
   * @param uid null if the response did not contain it: then it is that of {@code before}
   * @param before the object as read before the deletion
   */
  void deleted(ResourceKey key, @Nullable String uid, @Nullable Resource before) {
    String knownUid = before == null ? null : before.uid().orElse(null);
    String deletedUid = uid == null ? knownUid : uid;
    if (selection.covers(key) && deletedUid != null) {
      writes.deleted(key, deletedUid, before);
    }
  }

  /** Records a deletion, given the object's last state. */
  void deleted(Resource last) {
    String uid = last.uid().orElse(null);
    if (selection.covers(last.key()) && uid != null) {
      writes.deleted(last.key(), uid, last);
    }
  }
}
