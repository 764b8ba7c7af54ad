package io.listwatch.informer;

import io.listwatch.reflector.ReflectorStatus;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot of an informer's health.
 *
 * @param reflector status of the reflector; of an informer over several namespaces, of the least
 *     healthy one
 * @param namespaces status of the reflector of each namespace; empty unless there are several
 * @param synced whether the first list is in the store
 * @param objects number of objects in the store
 * @param queued number of changes that are not applied to it yet
 * @param processingFailure the failure of applying a change, if there ever was one
 * @param problems reasons why the store may differ from the source, as messages; includes too long
 *     a silence of the source, so this can change without an event
 */
public record InformerHealth(
    ReflectorStatus reflector,
    Map<String, ReflectorStatus> namespaces,
    boolean synced,
    int objects,
    int queued,
    @Nullable Throwable processingFailure,
    List<String> problems,
    List<Handler> handlers) {
  public InformerHealth {
    namespaces = Map.copyOf(namespaces);
    problems = List.copyOf(problems);
    handlers = List.copyOf(handlers);
  }

  /** True if the store is filled and, as far as can be known, is being kept up to date. */
  public boolean healthy() {
    return problems.isEmpty();
  }

  /** A snapshot of one handler's health. */
  public record Handler(String name, boolean synced, int backlog, long merged, long failures) {}
}
