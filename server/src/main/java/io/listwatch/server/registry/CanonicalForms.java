package io.listwatch.server.registry;

import io.listwatch.model.ResourceType;
import io.listwatch.objects.schema.BuiltInForm;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.CanonicalForm;
import io.listwatch.objects.schema.SortedForm;

/**
 * Chooses the canonical JSON form of a resource's objects: the field order of its type for built-in
 * resources, sorted keys for all others.
 */
public final class CanonicalForms {
  private static final CanonicalForm SORTED = new SortedForm();

  private CanonicalForms() {}

  public static CanonicalForm of(ResourceDefinition definition) {
    if (definition.custom()) {
      return SORTED;
    }
    return ofBuiltIn(definition.type());
  }

  /** Returns the form of a built-in kind, which need not be stored. */
  public static CanonicalForm ofBuiltIn(ResourceType type) {
    return BuiltInTypes.load().find(type).<CanonicalForm>map(BuiltInForm::new).orElse(SORTED);
  }
}
