package io.listwatch.server.registry.custom;

import io.listwatch.objects.custom.DefinitionRules;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.selector.Quotation;
import io.listwatch.server.registry.table.CustomColumns;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@link DefinitionRules} that also warn about fields of a CRD without effect on this server. */
public final class ServedDefinitionRules extends DefinitionRules {
  @Override
  public List<String> warnings(JsonObject next, @Nullable JsonObject old) {
    List<String> warnings = new ArrayList<>(super.warnings(next, old));
    List<String> known = old == null ? List.of() : unknownPaths(old);
    unknownPaths(next).stream().filter(each -> !known.contains(each)).forEach(warnings::add);
    return warnings;
  }

  private static List<String> unknownPaths(JsonObject definition) {
    List<String> warnings = new ArrayList<>();
    for (JsonValue version : definition.path("spec").path("versions")) {
      for (JsonValue column : version.path("additionalPrinterColumns")) {
        String path = column.path("jsonPath").asText();
        if (!CustomColumns.understands(path)) {
          warnings.add(
              "additionalPrinterColumns: %s: nothing is shown in column %s"
                  .formatted(Quotation.of(path), Quotation.of(column.path("name").asText())));
        }
      }
    }
    return warnings;
  }
}
