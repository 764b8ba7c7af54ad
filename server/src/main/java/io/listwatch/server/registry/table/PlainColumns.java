package io.listwatch.server.registry.table;

import com.fasterxml.jackson.core.JsonGenerator;
import io.listwatch.model.Resource;
import io.listwatch.server.registry.TableColumns;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Columns whose cells are read from an object's bytes one by one. */
public final class PlainColumns implements TableColumns {
  /** The columns of resources that declare none. */
  public static final TableColumns DEFAULT =
      of(
          List.of(
              new Column("Name", "string", "name", Cells.describe("name"), 0),
              new Column("Created At", "date", "", Cells.describe("created"), 0)),
          List.of("name", "created"));

  private final List<Column> columns;
  private final List<String> plan;

  /** Parsed from the plan on first use: most kinds are never shown as a table. */
  private volatile @Nullable List<Cell> cells;

  private PlainColumns(List<Column> columns, List<String> plan) {
    this.columns = List.copyOf(columns);
    this.plan = List.copyOf(plan);
  }

  /**
   * Creates columns from cell descriptions.
   *
   * @param cells one description for each column, such as {@code text status.phase}
   */
  public static TableColumns of(List<Column> columns, List<String> cells) {
    return new PlainColumns(columns, cells);
  }

  /** Returns the description of a column with this cell. */
  public static String describe(String cell) {
    return Cells.describe(cell);
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  @Override
  public void writeCells(Resource object, Instant now, JsonGenerator out) throws IOException {
    for (Cell cell : cells()) {
      cell.write(object, now, out);
    }
  }

  private List<Cell> cells() {
    List<Cell> made = cells;
    if (made == null) {
      made = plan.stream().map(Cells::parse).toList();
      cells = made;
    }
    return made;
  }
}
