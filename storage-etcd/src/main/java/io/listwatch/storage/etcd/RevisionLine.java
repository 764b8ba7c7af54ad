package io.listwatch.storage.etcd;

import java.util.concurrent.atomic.AtomicReference;

/**
 * The {@link Marker} as we know it, and so how etcd's revisions become ours. Another server may
 * jump; whoever meets a newer marker tells it here.
 *
 * <p>Thread-safe, without a lock.
 */
final class RevisionLine {
  private final AtomicReference<Marker> marker;
  private final Runnable onJump;

  /**
   * @param onJump called after a newer marker was learnt of
   */
  RevisionLine(Marker marker, Runnable onJump) {
    this.marker = new AtomicReference<>(marker);
    this.onJump = onJump;
  }

  Marker marker() {
    return marker.get();
  }

  Jumps jumps() {
    return marker.get().jumps();
  }

  /** Takes note of a marker, unless a newer one is known. */
  void learn(Marker seen) {
    Marker before = marker.getAndUpdate(known -> seen.revision() > known.revision() ? seen : known);
    if (seen.revision() > before.revision()) {
      onJump.run();
    }
  }
}
