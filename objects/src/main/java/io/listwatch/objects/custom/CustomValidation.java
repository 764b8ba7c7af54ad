package io.listwatch.objects.custom;

import io.listwatch.model.Status.Cause;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.NameRule;
import io.listwatch.objects.schema.pattern.PatternBudget;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Validates CustomResourceDefinitions, with kube-apiserver's messages. */
public final class CustomValidation {
  private final CustomResourceDefinition definition;
  private final PatternBudget patterns = PatternBudget.ofDefinition();
  private final List<Cause> causes = new ArrayList<>();

  private CustomValidation(CustomResourceDefinition definition) {
    this.definition = definition;
  }

  /** Returns the errors of a new definition, which has its defaults. */
  public static List<Cause> create(JsonValue definition) {
    var validation = new CustomValidation(CustomResourceDefinition.of(definition));
    validation.checkAll();
    validation.checkRules(JsonValue.MISSING);
    return List.copyOf(validation.causes);
  }

  /** Returns the errors of an updated definition, and of the change. */
  public static List<Cause> update(JsonValue next, JsonValue old) {
    var validation = new CustomValidation(CustomResourceDefinition.of(next));
    validation.checkSpec();
    validation.checkChange(CustomResourceDefinition.of(old));
    validation.checkStoredVersions();
    var before = ApiApproval.of(CustomResourceDefinition.of(old)).map(ApiApproval::state);
    validation.checkApproval(before.orElse(null));
    if (!old.path("spec").path("preserveUnknownFields").asBoolean()) {
      validation.checkPruned();
    }
    validation.checkRules(old.path("spec").path("versions"));
    return List.copyOf(validation.causes);
  }

  /**
   * Validates rules only if there are no other errors, because compiling them needs a valid schema.
   */
  private void checkRules(JsonValue oldVersions) {
    if (causes.isEmpty()) {
      causes.addAll(RuleChecks.of(definition.versions(), oldVersions, patterns));
    }
  }

  private void checkAll() {
    String wanted = definition.wantedNames().plural() + "." + definition.group();
    if (!definition.name().equals(wanted)) {
      invalid("metadata.name", definition.name(), "must be spec.names.plural+\".\"+spec.group");
    }
    checkSpec();
    checkStoredVersions();
    checkApproval(null);
    checkPruned();
  }

  /** Skips an approval that was already in the same state before the update. */
  private void checkApproval(ApiApproval.@Nullable State before) {
    ApiApproval.of(definition)
        .filter(approval -> approval.state() != before)
        .flatMap(ApiApproval::problem)
        .ifPresent(causes::add);
  }

  /** Rejects {@code preserveUnknownFields}, which a setting in the schema has replaced. */
  private void checkPruned() {
    if (definition.spec().path("preserveUnknownFields").asBoolean()) {
      causes.add(
          new Cause(
              "FieldValueInvalid",
              "Invalid value: true: cannot set to true, set x-kubernetes-preserve-unknown-fields to"
                  + " true in spec.versions[*].schema instead",
              "spec.preserveUnknownFields"));
    }
  }

  private void checkSpec() {
    checkGroup(definition.group());
    checkScope(definition.spec().path("scope").asText());
    int index = 0;
    for (JsonValue version : definition.versions()) {
      if (!version.path("schema").path("openAPIV3Schema").isObject()) {
        required("spec.versions[" + index + "].schema.openAPIV3Schema");
      }
      index++;
    }
    var checks = new VersionChecks(definition.versions(), patterns);
    checkVersions(checks);
    checkNames(definition.wantedNames());
    causes.addAll(checks.ofAll());
    causes.addAll(ConversionChecks.of(definition.spec().path("conversion")));
  }

  private void checkGroup(String group) {
    List<String> violations = NameRule.SUBDOMAIN.violations(group);
    if (group.isEmpty()) {
      required("spec.group");
    } else if (!violations.isEmpty()) {
      invalid("spec.group", group, String.join(",", violations));
    } else if (!group.contains(".")) {
      invalid("spec.group", group, "should be a domain with at least one dot");
    }
  }

  private void checkScope(String scope) {
    if (scope.isEmpty()) {
      required("spec.scope");
    } else if (!scope.equals("Cluster") && !scope.equals("Namespaced")) {
      causes.add(
          new Cause(
              "FieldValueNotSupported",
              "Unsupported value: "
                  + quoted(scope)
                  + ": supported values: \"Cluster\", \"Namespaced\"",
              "spec.scope"));
    }
  }

  private void checkVersions(VersionChecks checks) {
    Set<String> names = new HashSet<>();
    int stored = 0;
    int index = 0;
    for (JsonValue version : definition.versions()) {
      String path = "spec.versions[" + index++ + "]";
      names.add(version.path("name").asText());
      stored += version.path("storage").asBoolean() ? 1 : 0;
      checkLabel(path + ".name", version.path("name").asText());
      causes.addAll(checks.of(version, path));
    }
    if (names.size() < definition.versions().size()) {
      invalidVersions("must contain unique version names");
    }
    if (stored != 1) {
      invalidVersions("must have exactly one version marked as storage version");
    }
    // kube-apiserver also reports the first version as spec.version, its place in v1beta1.
    String first = definition.versions().path(0).path("name").asText();
    if (!first.isEmpty()) {
      checkLabel("spec.version", first);
    }
  }

  private void invalidVersions(String rule) {
    causes.add(
        new Cause(
            "FieldValueInvalid",
            "Invalid value: " + definition.versions() + ": " + rule,
            "spec.versions"));
  }

  private void checkNames(CustomNames names) {
    requireName("plural", names.plural());
    requireName("singular", names.singular());
    requireName("kind", names.kind());
    requireName("listKind", names.listKind());
    checkName("plural", names.plural());
    checkName("singular", names.singular());
    checkKind("kind", names.kind());
    checkKind("listKind", names.listKind());
    checkEach("shortNames", names.shortNames());
    if (!names.kind().isEmpty() && names.kind().equals(names.listKind())) {
      invalid("spec.names.listKind", names.listKind(), "kind and listKind may not be the same");
    }
    checkEach("categories", names.categories());
  }

  private void requireName(String member, String name) {
    if (name.isEmpty()) {
      required("spec.names." + member);
    }
  }

  private void checkName(String member, String name) {
    if (!name.isEmpty()) {
      checkLabel("spec.names." + member, name);
    }
  }

  private void checkKind(String member, String kind) {
    String lower = kind.toLowerCase(Locale.ROOT);
    if (!kind.isEmpty() && !labelProblems(lower).isEmpty()) {
      invalid(
          "spec.names." + member,
          kind,
          "may have mixed case, but should otherwise match: " + labelProblems(lower));
    }
  }

  private void checkEach(String member, List<String> names) {
    for (int i = 0; i < names.size(); i++) {
      checkLabel("spec.names." + member + "[" + i + "]", names.get(i));
    }
  }

  private void checkLabel(String field, String value) {
    String problems = labelProblems(value);
    if (!problems.isEmpty()) {
      invalid(field, value, problems);
    }
  }

  /** Returns the violations of an RFC 1035 label; empty if there are none. */
  static String labelProblems(String value) {
    return String.join(",", NameRule.LETTER_LABEL.violations(value));
  }

  /** Rejects the removal of a version in which objects may still be stored. */
  private void checkStoredVersions() {
    List<String> stored = CustomNames.strings(definition.status().path("storedVersions"));
    if (stored.isEmpty()) {
      causes.add(
          new Cause(
              "FieldValueInvalid",
              "Invalid value: null: must have at least one stored version",
              "status.storedVersions"));
    }
    Set<String> versions = new HashSet<>();
    definition.versions().forEach(each -> versions.add(each.path("name").asText()));
    for (int i = 0; i < stored.size(); i++) {
      String version = stored.get(i);
      if (!versions.contains(version)) {
        invalid(
            "status.storedVersions[" + i + "]",
            version,
            ("missing from spec.versions; %1$s was previously a storage version, and must remain"
                    + " in spec.versions until a storage migration ensures no data remains"
                    + " persisted in %1$s and removes %1$s from status.storedVersions")
                .formatted(version));
      }
    }
  }

  private void checkChange(CustomResourceDefinition old) {
    if (old.conditionIsTrue("Established")) {
      checkSame("spec.scope", text(definition, "scope"), text(old, "scope"));
      checkSame("spec.names.kind", definition.wantedNames().kind(), old.wantedNames().kind());
    }
    checkSame("spec.group", definition.group(), old.group());
    checkSame("spec.names.plural", definition.wantedNames().plural(), old.wantedNames().plural());
  }

  private static String text(CustomResourceDefinition definition, String member) {
    return definition.spec().path(member).asText();
  }

  private void checkSame(String field, String next, String old) {
    if (!next.equals(old)) {
      invalid(field, next, "field is immutable");
    }
  }

  private void required(String field) {
    causes.add(new Cause("FieldValueRequired", "Required value", field));
  }

  private void invalid(String field, String value, String rule) {
    causes.add(
        new Cause("FieldValueInvalid", "Invalid value: " + quoted(value) + ": " + rule, field));
  }

  private static String quoted(String value) {
    return "\"" + value + "\"";
  }
}
