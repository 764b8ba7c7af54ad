package io.listwatch.server.registry;

import io.listwatch.objects.schema.BuiltInForm;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.CanonicalForm;
import io.listwatch.objects.schema.SortedForm;

/** How the objects of a resource are spelled: as their type says, or sorted if nobody knows it. */
public final class CanonicalForms {
  private static final CanonicalForm SORTED = new SortedForm();

  private CanonicalForms() {}

  public static CanonicalForm of(ResourceDefinition definition) {
    if (definition.custom()) {
      return SORTED;
    }
    return BuiltInTypes.load()
        .find(definition.type())
        .<CanonicalForm>map(BuiltInForm::new)
        .orElse(SORTED);
  }
}
