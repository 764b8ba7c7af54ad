package io.listwatch.trace;

import io.listwatch.model.ResourceVersion;
import java.time.Duration;

/**
 * One thing that one part did.
 *
 * @param after how long after the trace began
 * @param who which informer, handler or queue, by its name
 * @param version of the object or the collection; unset if the step has none
 */
public record TraceStep(
    Duration after, Part part, String who, String what, ResourceVersion version) {

  /** The stations that a change passes on its way, in their order. */
  public enum Part {
    LIST("list", "ListerWatcher"),
    WATCH("watch", "Reflector"),
    DELTA("delta", "DeltaFIFO"),
    INDEX("index", "Indexer"),
    HANDLER("handler", "handler"),
    QUEUE("queue", "workqueue");

    private final String step;
    private final String title;

    Part(String step, String title) {
      this.step = step;
      this.title = title;
    }

    /** What is done there. */
    public String step() {
      return step;
    }

    /** What books about client-go call the part that does it. */
    public String title() {
      return title;
    }
  }
}
