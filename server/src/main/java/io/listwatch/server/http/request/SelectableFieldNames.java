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
    for (FieldTerm term : selector.terms()) {
      if (!names.contains(current(term.path()))) {
        throw ApiErrors.badRequest(complaint(term.path()));
      }
    }
    return renamed.isEmpty() ? selector : selector.withPaths(this::current);
  }

  private String current(String path) {
    return renamed.getOrDefault(path, path);
  }

  private String complaint(String path) {
    return ownTable
        ? "field label not supported: " + path
        : "%s is not a known field selector: only \"metadata.name\", \"metadata.namespace\""
            .formatted(Quotation.of(path));
  }
}
