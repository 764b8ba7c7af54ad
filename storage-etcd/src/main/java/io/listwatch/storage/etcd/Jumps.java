package io.listwatch.storage.etcd;

import java.util.ArrayList;
import java.util.List;

/**
 * How etcd's revisions, which cannot be set, become ours, which may jump: a list of etcd's
 * revisions at which ours became greater than they would have been.
 *
 * <pre>
 *   etcd's   1 … 41  42  43 …        each number of ours belongs to one of etcd's at most;
 *   ours     1 … 41 900 901 …        those that were skipped, 42 to 899, belong to none
 * </pre>
 *
 * <p>Immutable.
 */
final class Jumps {
  /** One of etcd's revisions that no key ever has. */
  static final long NEVER = Long.MAX_VALUE;

  /** More than anybody needs; each is a line of the marker, read by everybody who opens it. */
  static final int MAX = 1_000;

  static final Jumps NONE = new Jumps(List.of());

  private final List<Jump> jumps;

  /** At etcd's revision {@code at}, ours is {@code to}. */
  record Jump(long at, long to) {}

  private Jumps(List<Jump> jumps) {
    this.jumps = List.copyOf(jumps);
  }

  /**
   * With one more jump.
   *
   * @param to is taken for as much as ours would have been anyway, if that is more: somebody else
   *     may have written between the wish to jump and the jump
   */
  Jumps plus(long at, long to) {
    var more = new ArrayList<>(jumps);
    more.add(new Jump(at, Math.max(to, ours(at))));
    return new Jumps(more);
  }

  List<Jump> list() {
    return jumps;
  }

  /** Our number for one of etcd's revisions. */
  long ours(long etcd) {
    for (int i = jumps.size() - 1; i >= 0; i--) {
      Jump jump = jumps.get(i);
      if (etcd >= jump.at) {
        return jump.to + (etcd - jump.at);
      }
    }
    return etcd;
  }

  /** Etcd's revision for one of ours; {@link #NEVER} if it was skipped. */
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

  /** Ours after the last jump: nothing older is kept. At least 1. */
  long floor() {
    return jumps.isEmpty() ? 1 : jumps.get(jumps.size() - 1).to;
  }
}
