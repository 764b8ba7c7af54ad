package io.listwatch.server.registry.builtin;

import io.listwatch.model.GroupVersion;
import io.listwatch.model.ResourceType;
import io.listwatch.model.SelectableFields;
import io.listwatch.model.SelectableFields.Field;
import io.listwatch.objects.custom.CustomContent;
import io.listwatch.objects.kinds.ResourceRow;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.Subresource;
import io.listwatch.server.registry.TableColumns;
import io.listwatch.server.registry.TableColumns.Column;
import io.listwatch.server.registry.strategy.BuiltInKinds;
import io.listwatch.server.registry.table.ComputedColumns;
import io.listwatch.server.registry.table.PlainColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Makes the definition of a built-in resource from its row in {@code resources.txt}. */
final class DefinitionReader {
  private static final Pattern COLUMN_PARTS = Pattern.compile(" | ", Pattern.LITERAL);

  private final ResourceRow row;

  private DefinitionReader(ResourceRow row) {
    this.row = row;
  }

  static ResourceDefinition read(ResourceRow row) {
    return new DefinitionReader(row).definition();
  }

  private ResourceDefinition definition() {
    ResourceType type = row.type();
    return new ResourceDefinition(
        type,
        row.stored(),
        type.kind().toLowerCase(Locale.ROOT),
        type.kind() + "List",
        row.shortNames(),
        row.categories(),
        row.verbs(),
        row.parts().stream().map(DefinitionReader::subresource).toList(),
        selectableFields(),
        tableColumns(),
        false,
        row.traits(),
        CustomContent.UNKNOWN,
        row.deprecation());
  }

  private static Subresource subresource(ResourceRow.Part part) {
    GroupVersion version = part.version();
    return new Subresource(
        part.name(), version.group(), version.version(), part.kind(), part.verbs());
  }

  private SelectableFields selectableFields() {
    return row.fields().isEmpty()
        ? SelectableFields.NONE
        : SelectableFields.ofFields(row.fields().stream().map(DefinitionReader::field).toList());
  }

  private static Field field(String word) {
    int colon = word.indexOf(':');
    String named = colon < 0 ? word : word.substring(0, colon);
    int equals = named.indexOf('=');
    String name = equals < 0 ? named : named.substring(0, equals);
    String[] places = named.substring(equals + 1).split("\\|", 2);
    return new Field(
        name,
        places[0],
        colon < 0 ? null : word.substring(colon + 1),
        places.length > 1 ? places[1] : null);
  }

  private TableColumns tableColumns() {
    if (row.columns().isEmpty()) {
      return PlainColumns.DEFAULT;
    }
    var columns = new ArrayList<Column>();
    var cells = new ArrayList<String>();
    for (String line : row.columns()) {
      List<String> parts = List.of(COLUMN_PARTS.split(line));
      String cell = parts.size() > 2 ? parts.get(2) : "";
      columns.add(column(parts, cell));
      if (!cell.isEmpty()) {
        cells.add(cell);
      }
    }
    return cells.isEmpty()
        ? ComputedColumns.of(() -> BuiltInKinds.row(row.type()), columns)
        : PlainColumns.of(columns, cells);
  }

  private static Column column(List<String> parts, String cell) {
    List<String> type = new ArrayList<>(List.of(parts.get(1).split(" ", -1)));
    int priority = type.remove("wide") ? 1 : 0;
    return new Column(
        parts.get(0),
        type.get(0),
        type.size() > 1 ? type.get(1) : "",
        describe(parts.get(0), cell),
        priority);
  }

  private static String describe(String column, String cell) {
    if (!cell.isEmpty()) {
      return PlainColumns.describe(cell);
    }
    return switch (column) {
      case "Name" -> PlainColumns.describe("name");
      case "Age" -> PlainColumns.describe("age");
      default -> "Computed from the object.";
    };
  }
}
