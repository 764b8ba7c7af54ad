package io.listwatch.objects;

import io.listwatch.model.ResourceType;
import io.listwatch.model.Scope;
import io.listwatch.objects.apply.ManagedFields;
import io.listwatch.objects.custom.CustomContent;
import io.listwatch.objects.custom.CustomResourceDefinition;
import io.listwatch.objects.custom.CustomStrategy;
import io.listwatch.objects.custom.DefinitionRules;
import io.listwatch.objects.custom.SchemaContent;
import io.listwatch.objects.custom.VersionSchemas;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.kinds.ResourceRow;
import io.listwatch.objects.kinds.Traits;
import io.listwatch.objects.schema.BuiltInForm;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.CanonicalForm;
import io.listwatch.objects.schema.ObjectSchema;
import io.listwatch.objects.schema.SortedForm;
import io.listwatch.objects.strategy.BuiltInStrategies;
import io.listwatch.objects.strategy.RuledStrategy;
import io.listwatch.objects.strategy.Strategy;
import io.listwatch.objects.strategy.WrittenKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A kind, with everything that checking its objects needs.
 *
 * @param schema the schema of a built-in kind; null for a custom resource
 * @param content the content rules of a custom resource
 * @param creatable true if objects of this kind can be created
 */
record KnownKind(
    WrittenKind written,
    CanonicalForm form,
    @Nullable ObjectSchema schema,
    CustomContent content,
    boolean creatable) {
  static KnownKind builtIn(ResourceRow row) {
    ObjectSchema schema = BuiltInTypes.load().find(row.type()).orElse(null);
    return new KnownKind(
        new WrittenKind(row.type(), row.hasStatus(), row.traits()),
        schema == null ? new SortedForm() : new BuiltInForm(schema),
        schema,
        CustomContent.UNKNOWN,
        row.creatable());
  }

  /** Returns a kind for each served version of a valid definition. */
  static List<KnownKind> custom(JsonObject valid) {
    CustomResourceDefinition definition = CustomResourceDefinition.of(valid);
    VersionSchemas schemas = VersionSchemas.of(definition);
    var kinds = new ArrayList<KnownKind>();
    for (JsonValue version : definition.versions()) {
      if (version.path("served").asBoolean()) {
        boolean hasStatus = version.path("subresources").hasNonNull("status");
        kinds.add(
            new KnownKind(
                new WrittenKind(type(definition, version), hasStatus, Traits.CUSTOM),
                new SortedForm(),
                null,
                SchemaContent.of(version, schemas),
                true));
      }
    }
    return kinds;
  }

  private static ResourceType type(CustomResourceDefinition definition, JsonValue version) {
    return new ResourceType(
        definition.group(),
        version.path("name").asText(),
        definition.wantedNames().kind(),
        definition.wantedNames().plural(),
        definition.scope());
  }

  ResourceType type() {
    return written.type();
  }

  boolean namespaced() {
    return type().scope() == Scope.NAMESPACED;
  }

  boolean isDefinition() {
    return schema != null && type().kind().equals("CustomResourceDefinition");
  }

  /** Returns a strategy for one write. */
  Strategy strategy() {
    if (schema == null) {
      return new CustomStrategy(written.hasStatus(), content);
    }
    return isDefinition()
        ? new RuledStrategy(written, new DefinitionRules())
        : BuiltInStrategies.of(written);
  }

  JsonObject canonical(JsonObject object) {
    return form.normalize(object);
  }

  ManagedFields managedFields() {
    return schema == null
        ? ManagedFields.ofCustom(content.sharing())
        : ManagedFields.ofBuiltIn(schema);
  }
}
