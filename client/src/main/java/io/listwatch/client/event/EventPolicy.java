package io.listwatch.client.event;

import java.time.Duration;
import java.util.function.Consumer;

/**
 * Limits for combining and dropping events.
 *
 * @param queue maximum number of occurrences waiting to be written; further ones are dropped
 * @param remembered maximum number of events, of groups and of sources to cache
 * @param similar number of different messages of one group from which on its occurrences are
 *     combined
 * @param window time since the last occurrence of a group after which combining starts over
 * @param burst number of events one source may write at once about one object
 * @param refill time after which the source may write one more such event
 * @param attempts maximum number of attempts of a write
 * @param pause time between two attempts
 */
public record EventPolicy(
    int queue,
    int remembered,
    int similar,
    Duration window,
    int burst,
    Duration refill,
    int attempts,
    Duration pause) {
  /** The defaults of client-go. */
  public static final EventPolicy DEFAULT =
      new EventPolicy(
          1000,
          4096,
          10,
          Duration.ofMinutes(10),
          25,
          Duration.ofMinutes(5),
          12,
          Duration.ofSeconds(10));

  /** Returns a copy of this policy with {@code changes} applied. */
  public EventPolicy with(Consumer<Builder> changes) {
    var builder = new Builder(this);
    changes.accept(builder);
    return builder.build();
  }

  /** Changes a copy of a policy. */
  public static final class Builder {
    private int queue;
    private int remembered;
    private int similar;
    private Duration window;
    private int burst;
    private Duration refill;
    private int attempts;
    private Duration pause;

    private Builder(EventPolicy policy) {
      queue = policy.queue;
      remembered = policy.remembered;
      similar = policy.similar;
      window = policy.window;
      burst = policy.burst;
      refill = policy.refill;
      attempts = policy.attempts;
      pause = policy.pause;
    }

    public Builder queue(int newQueue) {
      queue = newQueue;
      return this;
    }

    public Builder remembered(int newRemembered) {
      remembered = newRemembered;
      return this;
    }

    public Builder similar(int newSimilar) {
      similar = newSimilar;
      return this;
    }

    public Builder window(Duration newWindow) {
      window = newWindow;
      return this;
    }

    public Builder burst(int newBurst) {
      burst = newBurst;
      return this;
    }

    public Builder refill(Duration newRefill) {
      refill = newRefill;
      return this;
    }

    public Builder attempts(int newAttempts) {
      attempts = newAttempts;
      return this;
    }

    public Builder pause(Duration newPause) {
      pause = newPause;
      return this;
    }

    private EventPolicy build() {
      return new EventPolicy(queue, remembered, similar, window, burst, refill, attempts, pause);
    }
  }
}
