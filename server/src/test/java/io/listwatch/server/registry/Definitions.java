package io.listwatch.server.registry;

import io.listwatch.model.ResourceType;
import io.listwatch.model.SelectableFields;
import io.listwatch.objects.kinds.Verb;
import io.listwatch.server.registry.table.PlainColumns;
import java.util.List;
import java.util.Locale;

/** Creates resource definitions for tests. */
public final class Definitions {
  private Definitions() {}

  /** Returns a namespaced custom resource, such as {@code example.com/v1} {@code Widget}. */
  public static ResourceDefinition custom(String apiVersion, String kind) {
    ResourceType type =
        ResourceType.namespaced(apiVersion, kind, kind.toLowerCase(Locale.ROOT) + "s");
    return custom(type, type);
  }

  /** Returns a custom resource that is stored in another version. */
  public static ResourceDefinition custom(ResourceType type, ResourceType stored) {
    return new ResourceDefinition(
        type,
        stored,
        type.kind().toLowerCase(Locale.ROOT),
        type.kind() + "List",
        List.of(),
        List.of(),
        List.of(Verb.GET, Verb.LIST, Verb.CREATE, Verb.WATCH),
        List.of(),
        SelectableFields.NONE,
        PlainColumns.DEFAULT);
  }
}
