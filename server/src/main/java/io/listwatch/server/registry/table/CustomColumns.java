package io.listwatch.server.registry.table;

import com.fasterxml.jackson.core.JsonGenerator;
import io.listwatch.model.Resource;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.TableColumns;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a custom resource: the name and the {@code additionalPrinterColumns}, or the age
 * if there are none.
 *
 * <p>A cell is null if its path finds nothing or a value of another type than the column's.
 */
public final class CustomColumns implements TableColumns {
  private final List<Column> columns;
  private final List<PrinterPath> paths;

  private CustomColumns(List<Column> columns, List<PrinterPath> paths) {
    this.columns = List.copyOf(columns);
    this.paths = List.copyOf(paths);
  }

  /**
   * Creates the columns of one version of a CRD.
   *
   * @param additional its {@code additionalPrinterColumns}; may be missing
   */
  public static TableColumns of(JsonValue additional) {
    var columns = new ArrayList<Column>();
    var paths = new ArrayList<PrinterPath>();
    columns.add(new Column("Name", "string", "name", Cells.describe("name"), 0));
    if (additional.isEmpty()) {
      columns.add(new Column("Age", "date", "", Cells.describe("age"), 0));
      paths.add(PrinterPath.of(".metadata.creationTimestamp"));
    }
    for (JsonValue each : additional) {
      String path = Trees.text(each, "jsonPath");
      columns.add(
          new Column(
              Trees.text(each, "name"),
              Trees.text(each, "type"),
              Trees.text(each, "format"),
              Trees.or(Trees.text(each, "description"), "The value of " + path + "."),
              each.path("priority").asInt()));
      paths.add(PrinterPath.of(path));
    }
    return new CustomColumns(columns, paths);
  }

  /** True if the path is one that this server can evaluate. */
  public static boolean understands(String path) {
    return PrinterPath.parse(path) != null;
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  @Override
  public void writeCells(Resource object, Instant now, JsonGenerator out) throws IOException {
    JsonValue tree = Trees.of(object);
    out.writeString(object.key().name());
    for (int i = 0; i < paths.size(); i++) {
      write(columns.get(i + 1).type(), paths.get(i).first(tree), now, out);
    }
  }

  private static void write(String type, @Nullable JsonValue value, Instant now, JsonGenerator out)
      throws IOException {
    if (value == null) {
      out.writeNull();
    } else if (type.equals("string")) {
      out.writeString(value.isScalar() ? value.asText() : value.toString());
    } else if (type.equals("integer") && value.isNumber()) {
      out.writeNumber(value.longValue());
    } else if (type.equals("number") && value.isNumber()) {
      out.writeNumber(value.decimalValue());
    } else if (type.equals("boolean") && value.isBoolean()) {
      out.writeBoolean(value.booleanValue());
    } else if (type.equals("date") && value.isText()) {
      out.writeString(age(value.asText(), now));
    } else {
      out.writeNull();
    }
  }

  private static String age(String time, Instant now) {
    if (time.isEmpty()) {
      return HumanDuration.UNKNOWN;
    }
    Instant instant = HumanDuration.instant(time);
    return instant == null
        ? HumanDuration.INVALID
        : HumanDuration.format(Duration.between(instant, now));
  }
}
