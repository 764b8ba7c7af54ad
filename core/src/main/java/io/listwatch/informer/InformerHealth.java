package io.listwatch.informer;

import io.listwatch.reflector.ReflectorStatus;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How an informer fares, at one moment.
 *
 * @param reflector of an informer over several namespaces, the one that fares worst
 * @param namespaces how the reflector of each namespace fares; empty unless there are several
 * @param synced whether the first list is in the store
 * @param objects how many objects the store holds
 * @param queued how many changes wait to be applied to it
 * @param processingFailure what went wrong when a change was applied, if anything ever did
 * @param problems why the store may not be what the source has, in words; also that nothing has
 *     been heard for too long, so that this turns bad though nothing happens
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

  /** Whether the store is filled and kept up to date, as far as anyone can tell. */
  public boolean healthy() {
    return problems.isEmpty();
  }

  /** How one handler fares. */
  public record Handler(String name, boolean synced, int backlog, long merged, long failures) {}
}
