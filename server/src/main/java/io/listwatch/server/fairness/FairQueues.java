package io.listwatch.server.fairness;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The queues of one priority level, and the order in which they are dispatched: fair queuing for
 * server requests, as in kube-apiserver.
 *
 * <p>The <em>progress</em> is the work that each queue with requests would have received so far if
 * they shared the seats equally. Each queue knows the progress at which its next request would
 * start. The request that would end first is the next one.
 *
 * <p>Guarded by the lock of its {@link QueueSet}.
 */
final class FairQueues {
  private final List<FairQueue> queues = new ArrayList<>();
  private int desired;
  private @Nullable Dealer dealer;
  private long progress;
  private long lastNanos;

  /** The index of the queue that was dispatched last. */
  private int last;

  private long arrivals;

  FairQueues(long now) {
    lastNanos = now;
  }

  /** Adds queues, or removes them as soon as they are empty. */
  void configure(QueueSettings settings) {
    dealer = settings.queueing() ? new Dealer(settings.queues(), settings.handSize()) : null;
    desired = Math.max(0, settings.queues());
    while (queues.size() < desired) {
      queues.add(new FairQueue());
    }
    removeSurplus();
  }

  void removeSurplus() {
    for (int i = queues.size() - 1; i >= 0 && queues.size() > desired; i--) {
      if (queues.get(i).idle()) {
        queues.remove(i);
        last = last >= i ? Math.max(0, last - 1) : last;
      }
    }
  }

  /** Advances the progress, on the assumption that nothing has changed since the last call. */
  void advance(long now, int seats) {
    progress += SeatSeconds.of(share(seats), now - lastNanos);
    lastNanos = now;
  }

  /** Returns the seats that each queue with requests gets if they share the level. */
  private double share(int seats) {
    int active = 0;
    int requested = 0;
    for (FairQueue each : queues) {
      requested += each.seatsRequested();
      active += each.idle() ? 0 : 1;
    }
    return active == 0 ? 0 : (double) Math.min(requested, seats) / active;
  }

  long progress() {
    return progress;
  }

  /**
   * Returns the queue of the flow's hand with the least waiting work; null if the level has no
   * queues. Starts at a different queue each time, so that none is preferred.
   */
  @Nullable FairQueue pick(Flow flow) {
    if (dealer == null) {
      return null;
    }
    int[] hand = dealer.deal(flow.hash());
    int offset = (int) (arrivals++ % hand.length);
    FairQueue best = queues.get(hand[offset]);
    for (int i = 1; i < hand.length; i++) {
      FairQueue other = queues.get(hand[(offset + i) % hand.length]);
      best = other.workWaiting() < best.workWaiting() ? other : best;
    }
    return best;
  }

  /**
   * Returns the oldest request of a queue that would end first; null if there is none. Among equal
   * queues, one that was not dispatched last wins.
   *
   * @param narrow true to consider only requests of one seat
   */
  @Nullable FlowRequest next(boolean narrow) {
    FlowRequest best = null;
    long earliest = Long.MAX_VALUE;
    for (int i = 1; i <= queues.size(); i++) {
      FairQueue queue = queues.get((last + i) % queues.size());
      FlowRequest oldest = queue.oldest();
      if (oldest != null
          && (!narrow || oldest.work().narrow())
          && queue.finishOf(oldest) < earliest) {
        earliest = queue.finishOf(oldest);
        best = oldest;
      }
    }
    return best;
  }

  void dispatched(FairQueue queue) {
    last = queues.indexOf(queue);
  }

  List<LevelDump.Queue> dump() {
    List<LevelDump.Queue> dumps = new ArrayList<>();
    for (FairQueue each : queues) {
      dumps.add(each.dump(dumps.size()));
    }
    return dumps;
  }
}
