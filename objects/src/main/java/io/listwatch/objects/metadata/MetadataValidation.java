package io.listwatch.objects.metadata;

import io.listwatch.model.Scope;
import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.NameRule;
import io.listwatch.selector.LabelSyntax;
import io.listwatch.selector.Quotation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Validates the metadata of all kinds, with errors in kube-apiserver's order. */
public final class MetadataValidation {
  /** The limit for keys and values together. */
  private static final int MAX_ANNOTATION_BYTES = 256 * 1024;

  private static final Set<String> STANDARD_FINALIZERS =
      Set.of("kubernetes", Metadata.ORPHAN, Metadata.FOREGROUND);
  private static final List<String> OWNER_MEMBERS =
      List.of("apiVersion", "kind", "name", "uid", "controller", "blockOwnerDeletion");

  private final Scope scope;
  private final NameRule names;
  private final List<FieldError> errors;

  public MetadataValidation(Scope scope, NameRule names, List<FieldError> errors) {
    this.scope = scope;
    this.names = names;
    this.errors = errors;
  }

  /** Adds the errors that apply to all kinds. */
  public void check(Metadata metadata) {
    checkNames(metadata);
    checkNamespace(metadata);
    if (metadata.generation() < 0) {
      errors.add(
          FieldError.invalid(
              "metadata.generation", metadata.generation(), "must be greater than or equal to 0"));
    }
    checkLabels(metadata);
    checkAnnotations(metadata);
    checkOwners(metadata);
    checkFinalizers(metadata);
  }

  private void checkNames(Metadata metadata) {
    String prefix = metadata.generateName();
    if (!prefix.isEmpty()) {
      addInvalid("metadata.generateName", prefix, names.prefixViolations(prefix));
    }
    String name = metadata.name();
    if (name.isEmpty()) {
      errors.add(FieldError.required("metadata.name", "name or generateName is required"));
    } else {
      addInvalid("metadata.name", name, names.violations(name));
    }
  }

  private void checkNamespace(Metadata metadata) {
    String namespace = metadata.namespace();
    if (scope == Scope.NAMESPACED) {
      if (namespace.isEmpty()) {
        errors.add(FieldError.required("metadata.namespace", ""));
      } else {
        addInvalid("metadata.namespace", namespace, NameRule.LABEL.violations(namespace));
      }
    } else if (!namespace.isEmpty()) {
      errors.add(FieldError.forbidden("metadata.namespace", "not allowed on this type"));
    }
  }

  private void checkLabels(Metadata metadata) {
    members(metadata, "labels")
        .forEach(
            (key, value) -> {
              addInvalid("metadata.labels", key, LabelSyntax.keyViolations(key));
              addInvalid("metadata.labels", value, LabelSyntax.valueViolations(value));
            });
  }

  private void checkAnnotations(Metadata metadata) {
    long bytes = 0;
    for (Map.Entry<String, String> each : members(metadata, "annotations").entrySet()) {
      // Keys are validated in lower case, but shown as they were given.
      List<String> violations = LabelSyntax.keyViolations(lowerCase(each.getKey()));
      addInvalid("metadata.annotations", each.getKey(), violations);
      bytes += utf8Length(each.getKey()) + utf8Length(each.getValue());
    }
    if (bytes > MAX_ANNOTATION_BYTES) {
      errors.add(FieldError.tooLong("metadata.annotations", MAX_ANNOTATION_BYTES));
    }
  }

  private static String lowerCase(String key) {
    return key.toLowerCase(Locale.ROOT);
  }

  private static int utf8Length(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private static Map<String, String> members(Metadata metadata, String member) {
    var members = new TreeMap<String, String>();
    metadata
        .node()
        .path(member)
        .properties()
        .forEach(each -> members.put(each.getKey(), each.getValue().asText()));
    return members;
  }

  private void checkOwners(Metadata metadata) {
    String controller = "";
    for (JsonObject owner : metadata.owners()) {
      checkOwner(owner);
      if (owner.path("controller").asBoolean()) {
        String name = owner.path("kind").asText() + "/" + owner.path("name").asText();
        if (!controller.isEmpty()) {
          addSecondController(metadata, controller, name);
        }
        controller = name;
      }
    }
  }

  private void checkOwner(JsonObject owner) {
    String path = "metadata.ownerReferences";
    requireText(owner, path, "apiVersion", "version must not be empty");
    requireText(owner, path, "kind", "must not be empty");
    requireText(owner, path, "name", "must not be empty");
    requireText(owner, path, "uid", "must not be empty");
    String apiVersion = owner.path("apiVersion").asText();
    boolean event = owner.path("kind").asText().equals("Event");
    if (event && (apiVersion.equals("v1") || apiVersion.startsWith("events.k8s.io/"))) {
      String group = apiVersion.equals("v1") ? "/v1" : apiVersion;
      errors.add(
          FieldError.invalid(
              path, inOrder(owner), group + ", Kind=Event is disallowed from being an owner"));
    }
  }

  private void requireText(JsonObject owner, String path, String member, String rule) {
    String text = owner.path(member).asText();
    if (text.isEmpty() || owner.path(member).isNull()) {
      errors.add(FieldError.invalid(path + "." + member, "", rule));
    }
  }

  private void addSecondController(Metadata metadata, String first, String second) {
    List<JsonObject> owners = metadata.owners().stream().map(MetadataValidation::inOrder).toList();
    errors.add(
        FieldError.invalid(
            "metadata.ownerReferences",
            new JsonArray().addAll(owners),
            "Only one reference can have Controller set to true. Found \"true\" in references for "
                + first
                + " and "
                + second));
  }

  /** Returns an owner reference with its members in kube-apiserver's order. */
  private static JsonObject inOrder(JsonObject owner) {
    JsonObject ordered = new JsonObject();
    for (String member : OWNER_MEMBERS) {
      JsonValue value = owner.get(member);
      if (value != null && !value.isNull()) {
        ordered.set(member, value);
      }
    }
    return ordered;
  }

  private void checkFinalizers(Metadata metadata) {
    List<String> finalizers = metadata.finalizers();
    for (String each : finalizers) {
      addInvalid("metadata.finalizers", each, LabelSyntax.keyViolations(each));
    }
    if (finalizers.contains(Metadata.ORPHAN) && finalizers.contains(Metadata.FOREGROUND)) {
      errors.add(
          FieldError.invalid(
              "metadata.finalizers",
              metadata.node().path("finalizers"),
              "finalizer orphan and foregroundDeletion cannot be both set"));
    }
  }

  /** Requires finalizers of built-in kinds to have a domain, or to be one of the standard ones. */
  public void checkQualified(Metadata metadata) {
    List<String> finalizers = metadata.finalizers();
    for (int i = 0; i < finalizers.size(); i++) {
      String name = finalizers.get(i);
      if (!isQualified(name)) {
        errors.add(
            FieldError.invalid(
                "metadata.finalizers[" + i + "]",
                name,
                "name is neither a standard finalizer name nor is it fully qualified"));
      }
    }
  }

  /** True if a finalizer is a standard one, or has a domain. */
  public static boolean isQualified(String finalizer) {
    return finalizer.contains("/") || STANDARD_FINALIZERS.contains(finalizer);
  }

  /** Validates the change of an existing object's metadata. */
  public void checkChange(Metadata next, Metadata old) {
    if (old.terminating()) {
      checkNoNewFinalizers(next, old);
    }
    if (next.generation() < old.generation()) {
      errors.add(
          FieldError.invalid("metadata.generation", next.generation(), "must not be decremented"));
    }
    for (String member : List.of("name", "namespace", "uid", "creationTimestamp")) {
      checkSame(next, old, member, next.text(member));
    }
    checkSame(next, old, "deletionTimestamp", next.text("deletionTimestamp"));
    JsonValue grace = next.node().path("deletionGracePeriodSeconds");
    checkSame(next, old, "deletionGracePeriodSeconds", grace.isMissing() ? "null" : grace.asLong());
  }

  private void checkNoNewFinalizers(Metadata next, Metadata old) {
    var added = new ArrayList<>(next.finalizers());
    added.removeAll(old.finalizers());
    if (!added.isEmpty()) {
      String list =
          added.stream().distinct().sorted().map(Quotation::of).collect(Collectors.joining(", "));
      errors.add(
          FieldError.forbidden(
              "metadata.finalizers",
              "no new finalizers can be added if the object is being deleted, found new finalizers"
                  + " []string{"
                  + list
                  + "}"));
    }
  }

  private void checkSame(Metadata next, Metadata old, String member, Object shown) {
    if (!next.text(member).equals(old.text(member))) {
      errors.add(FieldError.invalid("metadata." + member, shown, "field is immutable"));
    }
  }

  private void addInvalid(String field, String value, List<String> violations) {
    violations.forEach(each -> errors.add(FieldError.invalid(field, value, each)));
  }
}
