package io.listwatch.storage.etcd;

import java.util.concurrent.atomic.AtomicReference;

/**
 * The newest known {@link Marker}, and with it the mapping between etcd's revisions and ours.
 * Another server may jump, so every newer marker that is read is reported to {@link #learn}.
 *
 * <p>Thread-safe, without a lock.
 */
final class RevisionMapping {
  private final AtomicReference<Marker> marker;
  private final Runnable onJump;

  /**
   * @param onJump called after a marker with other jumps has been learnt
   */
  RevisionMapping(Marker marker, Runnable onJump) {
    this.marker = new AtomicReference<>(marker);
    this.onJump = onJump;
  }

  Marker marker() {
    return marker.get();
  }

  Jumps jumps() {
    return marker.get().jumps();
  }

  /** Records a marker, unless a newer one is known. */
  void learn(Marker seen) {
    Marker before = marker.getAndUpdate(known -> seen.revision() > known.revision() ? seen : known);
    if (seen.revision() > before.revision() && !seen.jumps().list().equals(before.jumps().list())) {
      onJump.run();
    }
  }
}
