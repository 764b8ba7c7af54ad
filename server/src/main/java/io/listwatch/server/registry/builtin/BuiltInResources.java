package io.listwatch.server.registry.builtin;

import io.listwatch.objects.kinds.ResourceRows;
import io.listwatch.server.registry.ResourceDefinition;
import java.util.List;

/** The definitions of the built-in resources. */
public final class BuiltInResources {
  private BuiltInResources() {}

  /** Returns all definitions, in the order of discovery. */
  public static List<ResourceDefinition> load() {
    return ResourceRows.load().stream().map(DefinitionReader::read).toList();
  }
}
