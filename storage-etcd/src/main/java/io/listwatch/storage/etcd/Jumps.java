package io.listwatch.storage.etcd;

import java.util.ArrayList;
import java.util.List;

/**
 * Maps etcd's revisions, which cannot be set, to ours, which can jump. Each jump is an etcd
 * revision at which our revision becomes greater than it would have been.
 *
 * <pre>
 *   etcd's   1 … 41  42  43 …        each of our revisions has at most one etcd revision;
 *   ours     1 … 41 900 901 …        the skipped ones, 42 to 899, have none
 * </pre>
 *
 * <p>Immutable.
 */
final class Jumps {
  /** An etcd revision that no key ever has. */
  static final long NEVER = Long.MAX_VALUE;

  /**
   * Maximum number of jumps. Each is a line of the marker, which every server reads when it opens.
   */
  static final int MAX = 1_000;

  static final Jumps NONE = new Jumps(List.of());

  private final List<Jump> jumps;

  /** At etcd revision {@code at}, our revision is {@code to}. */
  record Jump(long at, long to) {}

  private Jumps(List<Jump> jumps) {
    this.jumps = List.copyOf(jumps);
  }

  /**
   * Returns these jumps and one more.
   *
   * @param to ignored if our revision at {@code at} is already greater: another server may have
   *     written between the decision to jump and the jump
   */
  Jumps plus(long at, long to) {
    var more = new ArrayList<>(jumps);
    more.add(new Jump(at, Math.max(to, ours(at))));
    return new Jumps(more);
  }

  List<Jump> list() {
    return jumps;
  }

  /** Returns our revision for an etcd revision. */
  long ours(long etcd) {
    for (int i = jumps.size() - 1; i >= 0; i--) {
      Jump jump = jumps.get(i);
      if (etcd >= jump.at) {
        return jump.to + (etcd - jump.at);
      }
    }
    return etcd;
  }

  /** Returns the etcd revision for one of ours; {@link #NEVER} if it was skipped. */
  long etcd(long ours) {
    long end = NEVER;
    for (int i = jumps.size() - 1; i >= 0; i--) {
      Jump jump = jumps.get(i);
      if (ours >= jump.to) {
        return within(jump.at + (ours - jump.to), end);
      }
      end = jump.at;
    }
    return within(ours, end);
  }

  private static long within(long etcd, long end) {
    return etcd < end ? etcd : NEVER;
  }

  /** Our revision at the last jump, which is the oldest that can be kept. At least 1. */
  long floor() {
    return jumps.isEmpty() ? 1 : jumps.get(jumps.size() - 1).to;
  }
}
