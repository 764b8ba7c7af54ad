package io.listwatch.server.registry.table;

import io.listwatch.model.Resource;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.TableColumns.Completion;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Computes the cells of a kind from the whole object.
 *
 * <p>Thread-safe.
 */
@FunctionalInterface
public interface ComputedRow {
  /** Returns a string, a number or a boolean for each column. */
  List<Object> cells(JsonValue object, Instant now);

  /** Returns the {@code Completed} condition of the row; empty if the object is not completed. */
  default Optional<Completion> completion(Resource object) {
    return Optional.empty();
  }
}
