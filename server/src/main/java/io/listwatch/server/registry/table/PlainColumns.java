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
  /** What is shown of resources that say nothing about it. */
  public static final TableColumns DEFAULT =
      of(
          List.of(
              new Column("Name", "string", "name", Cells.describe("name"), 0),
              new Column("Created At", "date", "", Cells.describe("created"), 0)),
          List.of("name", "created"));

  private final List<Column> columns;
  private final List<String> plan;

  /** Made from the plan when they are first needed: most kinds are never shown. */
  private volatile @Nullable List<Cell> cells;

  private PlainColumns(List<Column> columns, List<String> plan) {
    this.columns = List.copyOf(columns);
    this.plan = List.copyOf(plan);
  }

  /**
   * The columns and, beside each, how its cell is found.
   *
   * @param cells such as {@code text status.phase}
   */
  public static TableColumns of(List<Column> columns, List<String> cells) {
    return new PlainColumns(columns, cells);
  }

  /** What a column with such a cell shows, in a sentence. */
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
