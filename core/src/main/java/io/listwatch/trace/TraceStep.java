package io.listwatch.trace;

import io.listwatch.model.ResourceVersion;
import java.time.Duration;

/**
 * One step of one part of an informer or controller.
 *
 * @param after time since the trace began
 * @param who name of the informer, handler or queue
 * @param version of the object or the collection; unset if the step has none
 */
public record TraceStep(
    Duration after, Part part, String who, String what, ResourceVersion version) {

  /** The parts that a change passes through, in order. */
  public enum Part {
    LIST("list", "ListerWatcher"),
    WATCH("watch", "Reflector"),
    DELTA("delta", "FIFO"),
    INDEX("index", "Indexer"),
    HANDLER("handler", "handler"),
    QUEUE("queue", "workqueue");

    private final String step;
    private final String title;

    Part(String step, String title) {
      this.step = step;
      this.title = title;
    }

    /** Returns a short name of the step, such as {@code list}. */
    public String step() {
      return step;
    }

    /**
     * Returns client-go's name of the part that makes the step, such as {@code Indexer}. The queue
     * is {@code FIFO}, which is a RealFIFO or a DeltaFIFO there.
     */
    public String title() {
      return title;
    }
  }
}
