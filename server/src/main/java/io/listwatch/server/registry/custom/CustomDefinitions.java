package io.listwatch.server.registry.custom;

import io.listwatch.model.ResourceType;
import io.listwatch.model.SelectableFields;
import io.listwatch.objects.custom.CustomNames;
import io.listwatch.objects.custom.CustomResourceDefinition;
import io.listwatch.objects.custom.SchemaContent;
import io.listwatch.objects.custom.VersionSchemas;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.kinds.Traits;
import io.listwatch.objects.kinds.Verb;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ScalePaths;
import io.listwatch.server.registry.Subresource;
import io.listwatch.server.registry.VersionOrder;
import io.listwatch.server.registry.table.CustomColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** Derives the served resources from a CustomResourceDefinition. */
public final class CustomDefinitions {
  private static final List<Verb> VERBS =
      List.of(
          Verb.DELETE,
          Verb.DELETECOLLECTION,
          Verb.GET,
          Verb.LIST,
          Verb.PATCH,
          Verb.CREATE,
          Verb.UPDATE,
          Verb.WATCH);

  /** The verbs while the CRD is terminating and its objects are being deleted. */
  private static final List<Verb> LAST_VERBS =
      List.of(Verb.DELETE, Verb.DELETECOLLECTION, Verb.GET, Verb.LIST, Verb.WATCH);

  private static final List<Verb> PART_VERBS = List.of(Verb.GET, Verb.PATCH, Verb.UPDATE);

  private static final VersionOrder BEST_FIRST = new VersionOrder();

  private CustomDefinitions() {}

  /** Returns one definition for each served version; empty until the names are accepted. */
  public static List<ResourceDefinition> of(CustomResourceDefinition definition) {
    var definitions = new ArrayList<ResourceDefinition>();
    if (isAccepted(definition)) {
      VersionSchemas schemas = VersionSchemas.of(definition);
      for (JsonValue version : definition.versions()) {
        if (version.path("served").asBoolean()) {
          definitions.add(of(definition, version, schemas));
        }
      }
    }
    return definitions;
  }

  private static boolean isAccepted(CustomResourceDefinition definition) {
    return (definition.conditionIsTrue("NamesAccepted")
            || definition.conditionIsTrue("Established"))
        && !definition.acceptedNames().plural().isEmpty()
        && !definition.acceptedNames().kind().isEmpty()
        && !definition.storageVersion().isEmpty();
  }

  private static ResourceDefinition of(
      CustomResourceDefinition definition, JsonValue version, VersionSchemas schemas) {
    CustomNames names = definition.acceptedNames();
    return new ResourceDefinition(
        type(definition, version.path("name").asText()),
        type(definition, definition.storageVersion()),
        names.singular(),
        names.listKind(),
        names.shortNames(),
        names.categories(),
        verbs(definition),
        subresources(names.kind(), version.path("subresources")),
        selectableFields(version.path("selectableFields")),
        CustomColumns.of(version.path("additionalPrinterColumns")),
        true,
        Traits.CUSTOM,
        SchemaContent.of(version, schemas),
        deprecation(definition, version));
  }

  private static String deprecation(CustomResourceDefinition definition, JsonValue version) {
    if (!version.path("deprecated").asBoolean()) {
      return "";
    }
    if (version.hasNonNull("deprecationWarning")) {
      return version.path("deprecationWarning").asText();
    }
    String name = version.path("name").asText();
    String kind = definition.wantedNames().kind();
    String better =
        StreamSupport.stream(definition.versions().spliterator(), false)
            .filter(each -> each.path("served").asBoolean())
            .filter(each -> !each.path("deprecated").asBoolean())
            .map(each -> each.path("name").asText())
            .filter(each -> BEST_FIRST.compare(each, name) < 0)
            .min(BEST_FIRST)
            .map(each -> "; use %s/%s %s".formatted(definition.group(), each, kind))
            .orElse("");
    return "%s/%s %s is deprecated%s".formatted(definition.group(), name, kind, better);
  }

  private static ResourceType type(CustomResourceDefinition definition, String version) {
    CustomNames names = definition.acceptedNames();
    return new ResourceType(
        definition.group(), version, names.kind(), names.plural(), definition.scope());
  }

  static List<Verb> verbs(CustomResourceDefinition definition) {
    return definition.conditionIsTrue("Terminating") ? LAST_VERBS : VERBS;
  }

  private static List<Subresource> subresources(String kind, JsonValue declared) {
    var subresources = new ArrayList<Subresource>();
    if (declared.hasNonNull("status")) {
      subresources.add(new Subresource("status", "", "", kind, PART_VERBS));
    }
    if (declared.hasNonNull("scale")) {
      subresources.add(new Subresource("scale", "autoscaling", "v1", "Scale", PART_VERBS));
    }
    return subresources;
  }

  private static SelectableFields selectableFields(JsonValue declared) {
    var paths = new ArrayList<String>();
    for (JsonValue each : declared) {
      String path = each.path("jsonPath").asText();
      paths.add(path.startsWith(".") ? path.substring(1) : path);
    }
    return paths.isEmpty() ? SelectableFields.NONE : SelectableFields.of(paths);
  }

  /** Returns the paths of a version's {@code scale} subresource; empty if it has none. */
  public static Optional<ScalePaths> scale(CustomResourceDefinition definition, String version) {
    JsonValue scale = definition.version(version).path("subresources").path("scale");
    return scale.isObject()
        ? Optional.of(
            new ScalePaths(
                scale.path("specReplicasPath").asText(),
                scale.path("statusReplicasPath").asText(),
                scale.path("labelSelectorPath").asText()))
        : Optional.empty();
  }

  /** Returns the {@code openAPIV3Schema} of a version; missing if there is none. */
  public static JsonValue schema(CustomResourceDefinition definition, String version) {
    return definition.version(version).path("schema").path("openAPIV3Schema");
  }
}
