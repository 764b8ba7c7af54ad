package io.listwatch.server.http.request;

import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.FieldTerm;
import io.listwatch.server.registry.ResourceDefinition;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The fields that a kind of object can be selected by. */
final class SelectableFieldNames {
  private final Set<String> names = new HashSet<>(List.of("metadata.name", "metadata.namespace"));

  /** Kinds with a table of their own answer in other words than those without. */
  private final boolean ownTable;

  private SelectableFieldNames(ResourceDefinition definition) {
    List<String> paths = definition.selectableFields().paths();
    names.addAll(paths);
    ownTable = definition.custom() || !paths.isEmpty();
  }

  static SelectableFieldNames of(ResourceDefinition definition) {
    return new SelectableFieldNames(definition);
  }

  /** Refuses a selector that asks for another field. */
  void check(FieldSelector selector) {
    for (FieldTerm term : selector.terms()) {
      if (!names.contains(term.path())) {
        throw Refusal.badRequest(complaint(term.path()));
      }
    }
  }

  private String complaint(String path) {
    return ownTable
        ? "field label not supported: " + path
        : "%s is not a known field selector: only \"metadata.name\", \"metadata.namespace\""
            .formatted(GoQuotation.quote(path));
  }
}
