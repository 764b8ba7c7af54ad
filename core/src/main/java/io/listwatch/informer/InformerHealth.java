package io.listwatch.informer;

import io.listwatch.reflector.ReflectorStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How an informer fares, at one moment.
 *
 * @param synced whether the first list is in the store
 * @param objects how many objects the store holds
 * @param queued how many changes wait to be applied to it
 * @param processingFailure what went wrong when a change was applied, if anything ever did
 */
public record InformerHealth(
    ReflectorStatus reflector,
    boolean synced,
    int objects,
    int queued,
    @Nullable Throwable processingFailure,
    List<Handler> handlers) {
  public InformerHealth {
    handlers = List.copyOf(handlers);
  }

  /** Whether the store is filled and kept up to date, as far as anyone can tell. */
  public boolean healthy() {
    return synced && reflector.healthy() && processingFailure == null;
  }

  /** How one handler fares. */
  public record Handler(String name, boolean synced, int backlog, long merged, long failures) {}
}
