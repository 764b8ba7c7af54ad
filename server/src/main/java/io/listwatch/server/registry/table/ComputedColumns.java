package io.listwatch.server.registry.table;

import com.fasterxml.jackson.core.JsonGenerator;
import io.listwatch.model.Resource;
import io.listwatch.server.registry.TableColumns;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Columns of a built-in kind whose cells need the whole object. */
public final class ComputedColumns implements TableColumns {
  /** Called on first use: most kinds are never shown as a table. */
  private final Supplier<ComputedRow> source;

  private final List<Column> columns;
  private volatile @Nullable ComputedRow row;

  private ComputedColumns(Supplier<ComputedRow> source, List<Column> columns) {
    this.source = source;
    this.columns = List.copyOf(columns);
  }

  public static TableColumns of(Supplier<ComputedRow> row, List<Column> columns) {
    return new ComputedColumns(row, columns);
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  @Override
  public void writeCells(Resource object, Instant now, JsonGenerator out) throws IOException {
    for (Object cell : row().cells(Trees.of(object), now)) {
      write(cell, out);
    }
  }

  @Override
  public Optional<Completion> completion(Resource object) {
    return row().completion(object);
  }

  private static void write(Object cell, JsonGenerator out) throws IOException {
    if (cell instanceof Boolean truth) {
      out.writeBoolean(truth);
    } else if (cell instanceof Number number) {
      out.writeNumber(number.longValue());
    } else {
      out.writeString(cell.toString());
    }
  }

  private ComputedRow row() {
    ComputedRow known = row;
    if (known == null) {
      known = source.get();
      row = known;
    }
    return known;
  }
}
