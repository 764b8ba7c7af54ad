package io.listwatch.server.http.request;

import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.FieldTerm;
import io.listwatch.selector.Quotation;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.ResourceDefinition;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The field names that a resource supports in field selectors. */
final class SelectableFieldNames {
  private final Set<String> names = new HashSet<>(List.of("metadata.name", "metadata.namespace"));

  /**
   * True if kube-apiserver has a conversion function of its own for the kind, which has another
   * error message.
   */
  private final boolean ownTable;

  private final Map<String, String> renamed;

  private SelectableFieldNames(ResourceDefinition definition) {
    List<String> paths = definition.selectableFields().paths();
    names.addAll(paths);
    ownTable = definition.custom() || !paths.isEmpty();
    renamed = definition.traits().renamedFields();
  }

  static SelectableFieldNames of(ResourceDefinition definition) {
    return new SelectableFieldNames(definition);
  }

  /** Renames old field names in the selector. Rejects unsupported fields. */
  FieldSelector convert(FieldSelector selector) {
    FieldSelector converted = FieldSelector.everything();
    for (FieldTerm term : selector.terms()) {
      String path = renamed.getOrDefault(term.path(), term.path());
      if (!names.contains(path)) {
        throw ApiErrors.badRequest(complaint(term.path()));
      }
      FieldSelector.Condition field = converted.and(path);
      converted = term.negated() ? field.isNot(term.value()) : field.is(term.value());
    }
    return converted;
  }

  private String complaint(String path) {
    return ownTable
        ? "field label not supported: " + path
        : "%s is not a known field selector: only \"metadata.name\", \"metadata.namespace\""
            .formatted(Quotation.of(path));
  }
}
