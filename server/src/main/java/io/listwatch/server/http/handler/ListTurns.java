package io.listwatch.server.http.handler;

import io.netty.channel.EventLoop;
import io.netty.channel.SingleThreadEventLoop;
import io.netty.util.concurrent.FastThreadLocal;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The turns of the lists that one event loop sends. In each iteration, after the loop has read from
 * its connections and executed its tasks, lists write for at most {@value #TURN_NANOS} ns, one
 * piece each, in the order in which they became ready. So a request that comes in while hundreds of
 * lists are sent waits for one turn, not for a piece of each list.
 *
 * <p>Threads: the event loop.
 */
final class ListTurns {
  private static final long TURN_NANOS = 500_000;

  private static final FastThreadLocal<@Nullable ListTurns> OF_LOOP = new FastThreadLocal<>();

  private final SingleThreadEventLoop loop;
  private final Queue<Runnable> ready = new ArrayDeque<>();
  private boolean scheduled;

  private ListTurns(SingleThreadEventLoop loop) {
    this.loop = loop;
  }

  /**
   * Runs {@code piece}, which writes a piece of a list, at the list's turn. Called by the loop
   * itself.
   */
  static void await(EventLoop loop, Runnable piece) {
    if (loop instanceof SingleThreadEventLoop single) {
      of(single).add(piece);
    } else {
      loop.execute(piece);
    }
  }

  private static ListTurns of(SingleThreadEventLoop loop) {
    ListTurns turns = OF_LOOP.get();
    if (turns == null) {
      turns = new ListTurns(loop);
      OF_LOOP.set(turns);
    }
    return turns;
  }

  private void add(Runnable piece) {
    ready.add(piece);
    schedule();
  }

  /**
   * Schedules the turn through a task of the loop: a turn that scheduled the next one directly
   * would get it in the same iteration.
   */
  private void schedule() {
    if (!scheduled) {
      scheduled = true;
      loop.execute(() -> loop.executeAfterEventLoopIteration(this::turn));
    }
  }

  private void turn() {
    scheduled = false;
    long end = loop.ticker().nanoTime() + TURN_NANOS;
    Runnable piece = ready.poll();
    while (piece != null) {
      piece.run();
      piece = loop.ticker().nanoTime() - end < 0 ? ready.poll() : null;
    }
    if (!ready.isEmpty()) {
      schedule();
    }
  }
}
