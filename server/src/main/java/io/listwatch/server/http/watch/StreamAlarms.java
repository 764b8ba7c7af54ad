package io.listwatch.server.http.watch;

import io.listwatch.time.Timers;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The timers of one watch stream, whose tasks run on its event loop.
 *
 * <p>Threads: the event loop.
 */
final class StreamAlarms {
  private final Timers timers;
  private final EventLoop loop;

  /** The alarms that have neither rung nor been cancelled. */
  private final Set<Alarm> pending = new HashSet<>();

  StreamAlarms(Timers timers, EventLoop loop) {
    this.timers = timers;
    this.loop = loop;
  }

  /** Runs a task after a delay, unless the alarm is cancelled before. */
  Alarm after(Duration delay, Runnable task) {
    var alarm = new Alarm(task);
    pending.add(alarm);
    alarm.timer = timers.schedule(delay, () -> loop.execute(alarm));
    return alarm;
  }

  void cancelAll() {
    pending.forEach(Alarm::stop);
    pending.clear();
  }

  /**
   * A timer whose task does not run once the alarm is cancelled, even if the timer has already
   * fired.
   */
  final class Alarm implements Runnable {
    private final Runnable task;
    private Timers.@Nullable Timer timer;

    private Alarm(Runnable task) {
      this.task = task;
    }

    @Override
    public void run() {
      if (pending.remove(this)) {
        task.run();
      }
    }

    void cancel() {
      pending.remove(this);
      stop();
    }

    private void stop() {
      if (timer != null) {
        timer.cancel();
      }
    }
  }
}
