package io.listwatch.server.registry;

import io.listwatch.server.resource.CanonicalForm;
import io.listwatch.server.schema.BuiltInForm;
import io.listwatch.server.schema.BuiltInTypes;
import io.listwatch.server.schema.SortedForm;

/** How the objects of a resource are spelled: as their type says, or sorted if nobody knows it. */
final class CanonicalForms {
  private static final CanonicalForm SORTED = new SortedForm();

  private CanonicalForms() {}

  static CanonicalForm of(ResourceDefinition definition) {
    if (definition.custom()) {
      return SORTED;
    }
    return BuiltInTypes.load()
        .find(definition.type())
        .<CanonicalForm>map(BuiltInForm::new)
        .orElse(SORTED);
  }
}
