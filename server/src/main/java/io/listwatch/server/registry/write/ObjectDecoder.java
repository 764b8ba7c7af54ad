package io.listwatch.server.registry.write;

import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.RepeatedField;
import io.listwatch.objects.metadata.Metadata;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.ObjectSchema;
import io.listwatch.objects.schema.UnknownFields;
import io.listwatch.objects.schema.WrongTypes;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.registry.write.WriteOptions.FieldValidation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Decodes and defaults an object that a client sent: checks its kind, its namespace and the types
 * of its values, drops or rejects unknown fields, and sets defaults. The result is canonical.
 */
public final class ObjectDecoder {
  private static final String OWNER_WARNING =
      ".metadata.ownerReferences contains duplicate entries; API server dedups owner references in"
          + " 1.20+, and may reject such requests as early as 1.24; please fix your requests;"
          + " duplicate UID(s) observed: ";

  private final ServedKind kind;
  private final ResourceRegistry registry;
  private final WriteOptions options;

  ObjectDecoder(ServedKind kind, ResourceRegistry registry, WriteOptions options) {
    this.kind = kind;
    this.registry = registry;
    this.options = options;
  }

  /**
   * Returns the object in canonical form, with its defaults.
   *
   * @param sent the object as it was sent, or the result of a patch; may be changed
   * @param change the change that resulted in the object; creates the errors
   * @param namespace of the path; null if it has none
   */
  JsonObject decode(JsonObject sent, RequestedChange change, @Nullable String namespace) {
    checkType(sent, change);
    checkValues(sent, change);
    judged(sent, change).forEach(options.warnings());
    JsonObject object = kind.canonical(sent);
    keepOwnerRecord(sent, object);
    settle(Metadata.of(object), namespace);
    dropRepeatedOwners(Metadata.of(object), options.warnings());
    setDefaults(object, change.recordsOwners());
    return object;
  }

  private void setDefaults(JsonObject object, boolean applied) {
    if (applied) {
      kind.strategy().completeApplied(object);
    } else {
      kind.strategy().complete(object);
    }
  }

  /**
   * Like {@link #decodeAgain}, after a single plug-in has changed the object.
   *
   * @throws io.listwatch.model.ApiException if a value has the wrong type
   */
  void decodeChanged(JsonObject object) {
    ObjectSchema schema = kind.schema();
    String problem =
        schema != null
            ? WrongTypes.first(object, schema)
            : kind.definition().content().unreadable(object).orElse(null);
    if (problem != null) {
      throw ApiErrors.internal(problem);
    }
    decodeAgain(object);
  }

  /** Prunes, canonicalizes and defaults an object again after admission has changed it. */
  void decodeAgain(JsonObject object) {
    List<String> unused = complaints(object, List.of(), true);
    JsonObject again = kind.canonical(object);
    keepOwnerRecord(object, again);
    dropRepeatedOwners(Metadata.of(again), options.warnings());
    setDefaults(again, false);
    object.removeAll();
    object.setAll(again);
  }

  /**
   * Restores empty managedFields: they mean something else than missing ones, and the canonical
   * form would omit them.
   */
  private static void keepOwnerRecord(JsonObject sent, JsonObject object) {
    if (sent.path("metadata").path("managedFields") instanceof JsonArray record) {
      Metadata.of(object).node().set("managedFields", record.deepCopy());
    }
  }

  /** Checks that every value has the type of its field. */
  private void checkValues(JsonObject sent, RequestedChange change) {
    ObjectSchema schema = kind.schema();
    String problem =
        schema != null
            ? WrongTypes.first(sent, schema)
            : kind.definition().content().unreadable(sent).orElse(null);
    if (problem != null) {
      throw change.refused(kind.type(), sent, problem);
    }
  }

  /** Returns warnings about duplicate and unknown fields, and drops the unknown ones. */
  private List<String> judged(JsonObject sent, RequestedChange change) {
    boolean strict = options.validation() == FieldValidation.STRICT;
    List<String> complaints = new ArrayList<>(change.complaints());
    complaints.addAll(complaints(sent, change.duplicates(), !strict));
    return judged(complaints, sent, change, kind.type(), options);
  }

  /**
   * Returns the warnings among complaints about duplicate and unknown fields.
   *
   * @throws ApiException if field validation is strict and there are complaints
   */
  static List<String> judged(
      List<String> complaints,
      JsonObject sent,
      RequestedChange change,
      ResourceType type,
      WriteOptions options) {
    if (complaints.isEmpty() || options.validation() == FieldValidation.IGNORE) {
      return List.of();
    }
    if (options.validation() == FieldValidation.STRICT) {
      throw change.refusedStrictly(type, sent, strictly(complaints, change.duplicates()));
    }
    return complaints;
  }

  private List<String> complaints(JsonObject sent, List<RepeatedField> repeated, boolean dropping) {
    ObjectSchema schema = kind.schema();
    if (schema != null) {
      return UnknownFields.complaints(sent, schema, repeated, dropping);
    }
    var complaints = new ArrayList<String>();
    repeated.forEach(each -> complaints.add(each.complaint()));
    kind.definition()
        .content()
        .prune(dropping ? sent : sent.deepCopy())
        .forEach(path -> complaints.add("unknown field \"" + path + "\""));
    return complaints;
  }

  /** Joins all warnings into one line; duplicate keys of YAML come first. */
  private static String strictly(List<String> complaints, List<RepeatedField> repeated) {
    int lines = (int) repeated.stream().filter(RepeatedField::isYaml).count();
    if (lines == 0) {
      return String.join(", ", complaints);
    }
    var all = new ArrayList<String>();
    all.add("yaml: unmarshal errors:\n  " + String.join("\n  ", complaints.subList(0, lines)));
    all.addAll(complaints.subList(lines, complaints.size()));
    return String.join(", ", all);
  }

  private void checkType(JsonObject sent, RequestedChange change) {
    ResourceType type = kind.type();
    String apiVersion = textOr(sent, "apiVersion", type.apiVersion());
    String kindName = textOr(sent, "kind", type.kind());
    if (kind.definition().custom()) {
      checkCustomType(sent, change, apiVersion, kindName);
    } else if (!kindName.equals(type.kind()) || !apiVersion.equals(type.apiVersion())) {
      throw wrongType(sent, change, apiVersion, kindName);
    }
    if (textOr(sent, "apiVersion", "").isEmpty()) {
      change.checkVersionless(kind);
    }
    sent.put("apiVersion", apiVersion);
    sent.put("kind", kindName);
  }

  private void checkCustomType(
      JsonObject sent, RequestedChange change, String apiVersion, String kindName) {
    ResourceType type = kind.type();
    if (sent.path("kind").asText("").isEmpty()) {
      throw change.kindless(type, sent);
    }
    if (!apiVersion.equals(type.apiVersion())) {
      throw otherVersion(type, apiVersion);
    }
    if (!kindName.equals(type.kind())) {
      throw ApiErrors.invalid(
          type.group(),
          kindName,
          Metadata.of(sent).name(),
          List.of(FieldError.invalid("kind", kindName, "must be " + type.kind())));
    }
  }

  static ApiException otherVersion(ResourceType type, String apiVersion) {
    return ApiErrors.badRequest(
        "the API version in the data (%s) does not match the expected API version (%s)"
            .formatted(apiVersion, type.apiVersion()));
  }

  /** Returns different errors for another version of the kind and for another kind. */
  private ApiException wrongType(
      JsonObject sent, RequestedChange change, String apiVersion, String kindName) {
    ResourceType type = kind.type();
    boolean otherVersion =
        kindName.equals(type.kind())
            && registry.definitions().stream()
                .filter(each -> !each.custom())
                .map(ResourceDefinition::type)
                .anyMatch(t -> t.apiVersion().equals(apiVersion) && t.kind().equals(kindName));
    return otherVersion
        ? otherVersion(type, apiVersion)
        : change.refused(type, sent, new UnexpectedKind(apiVersion, kindName));
  }

  private static String textOr(JsonObject sent, String member, String otherwise) {
    String text = sent.path(member).isNull() ? "" : sent.path(member).asText();
    return text.isEmpty() ? otherwise : text;
  }

  private static void settle(Metadata metadata, @Nullable String namespace) {
    if (namespace == null || metadata.namespace().isEmpty()) {
      metadata.set("namespace", namespace == null ? "" : namespace);
    } else if (!metadata.namespace().equals(namespace)) {
      throw ApiErrors.badRequest(
          "the namespace of the provided object does not match the namespace sent on the request");
    }
  }

  private static void dropRepeatedOwners(Metadata metadata, Consumer<String> warnings) {
    List<String> repeated = metadata.dropRepeatedOwners();
    if (!repeated.isEmpty()) {
      warnings.accept(OWNER_WARNING + String.join(", ", repeated));
    }
  }

  /** Checks that the body has the name of the path. */
  public static void checkName(Metadata metadata, String name) {
    if (metadata.name().isEmpty()) {
      throw nameless(name);
    }
    if (!metadata.name().equals(name)) {
      throw ApiErrors.badRequest(
          "the name of the object (%s) does not match the name on the URL (%s)"
              .formatted(metadata.name(), name));
    }
  }

  /** Returns the error for a body without the name of the path. */
  static ApiException nameless(String name) {
    return ApiErrors.badRequest(
        "the name of the object (%s based on URL) was undeterminable: name must be provided"
            .formatted(name));
  }
}
