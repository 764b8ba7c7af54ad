package io.listwatch.server.registry;

import com.fasterxml.jackson.core.JsonGenerator;
import io.listwatch.model.Resource;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How the objects of a resource are shown to people: one line each, in columns.
 *
 * <p>Thread-safe.
 */
public interface TableColumns {
  /** The columns, in their order. */
  List<Column> columns();

  /**
   * Writes an object's cells, one JSON value for each column, into the array that is open.
   *
   * @param now what ages are measured against
   */
  void writeCells(Resource object, Instant now, JsonGenerator out) throws IOException;

  /** Why nothing more is expected of an object, if that is so. */
  default Optional<Completion> completion(Resource object) {
    return Optional.empty();
  }

  /**
   * Says that an object is done: the row's condition of type {@code Completed}.
   *
   * @param reason in one word
   */
  record Completion(String reason, String message) {}

  /**
   * What a column is.
   *
   * @param type {@code string}, {@code integer}, {@code number}, {@code boolean} or {@code date}
   * @param format such as {@code name}; may be empty
   * @param priority 0 to be shown always, more to be shown only when asked for
   */
  record Column(String name, String type, String format, String description, int priority) {}
}
