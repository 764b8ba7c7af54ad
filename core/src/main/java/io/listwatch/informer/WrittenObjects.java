package io.listwatch.informer;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The door through which answers of writes come to an informer: they become what its source would
 * have made of them, so that the watch, when it catches up, changes nothing.
 *
 * <p>Thread-safe. Belongs to whoever writes: what a transform does, it does on that thread.
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

  void wrote(Resource answer) {
    if (!selection.covers(answer.key()) || answer.version().isUnset()) {
      return;
    }
    if (!selection.chooses(answer)) {
      writes.left(answer);
      return;
    }
    Resource object = admitted(answer);
    if (object != null) {
      writes.wrote(object);
    }
  }

  /** Null for what the watch will not bring either: the transform fails, or changes the key. */
  private @Nullable Resource admitted(Resource answer) {
    try {
      Resource object = intake.apply(sources.delivered(answer));
      return object.key().equals(answer.key()) ? object : null;
    } catch (RuntimeException | StackOverflowError unreadable) {
      return null;
    }
  }

  /**
   * An object is gone.
   *
   * @param uid null if the answer did not say: then it was the one that could be read
   * @param before what could be read before
   */
  void deleted(ResourceKey key, @Nullable String uid, @Nullable Resource before) {
    String knownUid = before == null ? null : before.uid().orElse(null);
    String deletedUid = uid == null ? knownUid : uid;
    if (selection.covers(key) && deletedUid != null) {
      writes.deleted(key, deletedUid, before);
    }
  }

  /** An object is gone; this was its last state. */
  void deleted(Resource last) {
    String uid = last.uid().orElse(null);
    if (selection.covers(last.key()) && uid != null) {
      writes.deleted(last.key(), uid, last);
    }
  }
}
