package io.listwatch.objects.kinds.validation;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.listwatch.model.ResourceType;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.kinds.KindDefaults;
import io.listwatch.objects.schema.BuiltInForm;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.FieldError;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;

/**
 * Validates every row of the tables in this package's resources: errors and warnings must equal
 * kube-apiserver's, in its order. Objects are defaulted first, as in the server.
 */
final class RuleTablesTest {
  /** The reasons of errors by the beginnings of their messages. */
  private static final Map<String, String> REASONS =
      Map.of(
          "FieldValueInvalid", "Invalid value",
          "FieldValueRequired", "Required value",
          "FieldValueNotSupported", "Unsupported value",
          "FieldValueForbidden", "Forbidden",
          "FieldValueDuplicate", "Duplicate value",
          "FieldValueNotFound", "Not found",
          "FieldValueTooLong", "Too long",
          "FieldValueTooMany", "Too many");

  /** Cached, because mutation testing runs the factory for each row. */
  private static final Map<String, List<RuleTable.Row>> TABLES = new ConcurrentHashMap<>();

  @TestFactory
  Stream<DynamicContainer> rulesDecideAsKubeApiserverDoes() {
    return KindRules.resources().stream().sorted().map(RuleTablesTest::table);
  }

  private static DynamicContainer table(String resource) {
    return dynamicContainer(
        resource,
        TABLES.computeIfAbsent(resource, RuleTablesTest::read).stream()
            .map(row -> dynamicTest(row.name(), () -> check(resource, row))));
  }

  private static List<RuleTable.Row> read(String resource) {
    return RuleTable.read(text(resource + ".txt"));
  }

  private static String text(String file) {
    try (InputStream in = RuleTablesTest.class.getResourceAsStream(file)) {
      return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new AssertionError(file, e);
    }
  }

  private static void check(String resource, RuleTable.Row row) {
    KindRules rules = KindRules.of(resource);
    JsonObject old = row.verb().equals("create") ? null : prepared(row, row.old());
    JsonObject next = prepared(row, RuleTable.changed(old == null ? row.old() : old, row.change()));
    if (old != null) {
      countGeneration(next, old);
    }
    rules.dropDisabledFields(next, old);
    JsonObject asSent = next.deepCopy();

    List<String> outcome = outcome(rules, row.verb(), next, old);

    if (row.differs()) {
      assertThat(outcome).as("equal by now: unmark the row").isNotEqualTo(row.outcome());
    } else {
      assertThat(outcome).isEqualTo(row.outcome());
    }
    assertThat(next).as("validation leaves the object alone").isEqualTo(asSent);
  }

  /** Returns the object as rules receive it: canonical and with its defaults. */
  private static JsonObject prepared(RuleTable.Row row, JsonObject object) {
    var type = ResourceType.namespaced(row.apiVersion(), row.kind(), "unused");
    var form = new BuiltInForm(BuiltInTypes.load().find(type).orElseThrow());
    JsonObject prepared = form.normalize(object.deepCopy());
    KindDefaults.of(type).fill(prepared);
    return prepared;
  }

  /** Increments the generation, because an update repeats some warnings only then. */
  private static void countGeneration(JsonObject next, JsonObject old) {
    int generation = next.equals(old) ? 1 : 2;
    old.withObject("metadata").put("generation", 1);
    next.withObject("metadata").put("generation", generation);
  }

  private static List<String> outcome(
      KindRules rules, String verb, JsonObject next, @Nullable JsonObject old) {
    var errors = new ArrayList<FieldError>();
    validate(rules, verb, next, old, errors);
    if (!errors.isEmpty()) {
      return errors.stream().map(RuleTablesTest::written).toList();
    }
    List<String> warnings =
        switch (verb) {
          case "create", "update" -> rules.warnings(next, old);
          case "status" -> rules.statusWarnings(next);
          default -> List.of();
        };
    List<String> written = warnings.stream().distinct().map(each -> "warning: " + each).toList();
    return written.isEmpty() ? List.of("accepted") : written;
  }

  private static void validate(
      KindRules rules,
      String verb,
      JsonObject next,
      @Nullable JsonObject old,
      List<FieldError> errors) {
    switch (verb) {
      case "create" -> rules.validate(next, errors);
      case "update" -> rules.validateUpdate(next, requireNonNull(old), errors);
      case "status" -> rules.validateStatusUpdate(next, requireNonNull(old), errors);
      case "ephemeralcontainers" ->
          PodSubresourceRules.checkEphemeralContainers(next, requireNonNull(old), errors);
      case "resize" -> PodSubresourceRules.checkResize(next, requireNonNull(old), errors);
      case "approval" -> CertificateStatusRules.checkApproval(next, requireNonNull(old), errors);
      default -> throw new IllegalArgumentException("verb: " + verb);
    }
  }

  private static String written(FieldError error) {
    String expected = REASONS.getOrDefault(error.reason(), "no reason begins so");
    String text = error.field().isEmpty() ? error.message() : error.toString();
    String marked =
        error.message().startsWith(expected) ? text : "[" + error.reason() + "] " + text;
    return marked.replace("\n", "\\n");
  }
}
