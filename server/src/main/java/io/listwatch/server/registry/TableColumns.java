package io.listwatch.server.registry;

import com.fasterxml.jackson.core.JsonGenerator;
import io.listwatch.model.Resource;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The columns of a resource in a Table, which {@code kubectl get} prints.
 *
 * <p>Thread-safe.
 */
public interface TableColumns {
  /** Returns the columns in their order. */
  List<Column> columns();

  /**
   * Writes an object's cells into the open array, one JSON value for each column.
   *
   * @param now the time from which ages are computed
   */
  void writeCells(Resource object, Instant now, JsonGenerator out) throws IOException;

  /**
   * Returns the {@code Completed} condition of an object's row; empty if the object is not
   * completed.
   */
  default Optional<Completion> completion(Resource object) {
    return Optional.empty();
  }

  /**
   * The {@code Completed} condition of a row.
   *
   * @param reason one word in camel case
   */
  record Completion(String reason, String message) {}

  /**
   * A column definition of a Table.
   *
   * @param type {@code string}, {@code integer}, {@code number}, {@code boolean} or {@code date}
   * @param format such as {@code name}; may be empty
   * @param priority 0 for columns that are always shown; columns with a higher priority are shown
   *     by {@code -o wide}
   */
  record Column(String name, String type, String format, String description, int priority) {}
}
