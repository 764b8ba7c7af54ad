package io.listwatch.server.registry.table;

import com.fasterxml.jackson.core.JsonGenerator;
import io.listwatch.model.Resource;
import io.listwatch.server.registry.TableColumns;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Columns of a built-in kind whose cells need the whole object. */
public final class ComputedColumns implements TableColumns {
  private static final Map<String, ComputedRow> ROWS = Map.ofEntries();

  private final List<Column> columns;
  private final ComputedRow row;

  private ComputedColumns(List<Column> columns, ComputedRow row) {
    this.columns = List.copyOf(columns);
    this.row = row;
  }

  /** The columns of a kind, which must be one of those whose rows are computed. */
  public static TableColumns of(String kind, List<Column> columns) {
    ComputedRow row = ROWS.get(kind);
    if (row == null) {
      return PlainColumns.DEFAULT;
    }
    return new ComputedColumns(columns, row);
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  @Override
  public void writeCells(Resource object, Instant now, JsonGenerator out) throws IOException {
    for (Object cell : row.cells(Trees.of(object), now)) {
      out.writeObject(cell);
    }
  }
}
