package io.listwatch.server.transcript;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.Kinds;
import io.listwatch.objects.Manifest;
import io.listwatch.objects.Problem;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link Kinds} finds in recorded creates the errors that kube-apiserver found. */
final class RecordedErrorsTest {
  private static final Set<Integer> VALIDATED = Set.of(201, 422);
  private static final Pattern NAMESPACE = Pattern.compile("/namespaces/([^/?]+)/");
  private static final Set<String> DECODING =
      Set.of(Problem.UNKNOWN_FIELD, Problem.DUPLICATE_FIELD, Problem.WRONG_TYPE);
  private static final Pattern UNDECODED =
      Pattern.compile(
          "cannot be handled as a \\w+: (?:strict decoding error: )?"
              + "(?:yaml: unmarshal errors:\n  )?(.*)");
  private static final Pattern UID = Pattern.compile("\\w{8}(-\\w{4}){3}-\\w{12}");

  private final Bindings bindings = new Bindings();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "crd.cel",
        "crd.names",
        "crd.pruning",
        "crd.structural",
        "crd.validation",
        "create_fields",
        "validation_names",
        "write.defaults.workloads",
        "write.validation.workloads"
      })
  void findsRecordedErrors(String suite) {
    Kinds kinds = Kinds.builtIn();
    for (Step step : Step.read(suite)) {
      if (!step.method().equals("POST") || !VALIDATED.contains(step.code())) {
        continue;
      }
      Manifest manifest = manifest(step);
      if (kinds.contains(manifest.apiVersion(), manifest.kind())) {
        assertThat(found(kinds, manifest))
            .as(step.name())
            .containsExactlyInAnyOrderElementsOf(recorded(step));
      }
      boolean defines = manifest.kind().equals("CustomResourceDefinition") && step.code() == 201;
      kinds = defines ? kinds.with(manifest) : kinds;
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"crd.pruning", "write.fieldvalidation.builtin", "write.validation.workloads"})
  void findsRecordedDecodingErrors(String suite) {
    Kinds kinds = Kinds.builtIn();
    int compared = 0;
    for (Step step : Step.read(suite)) {
      Matcher recorded = UNDECODED.matcher(step.answer().path("message").asText());
      if (step.method().equals("POST") && step.code() == 400 && recorded.find()) {
        assertThat(decodingErrors(kinds, manifest(step)))
            .as(step.name())
            .containsExactlyInAnyOrder(recorded.group(1).split(", (?=unknown|duplicate)", -1));
        compared++;
      } else if (step.method().equals("POST") && step.path().endsWith("resourcedefinitions")) {
        kinds = kinds.with(manifest(step));
      }
    }

    assertThat(compared).isGreaterThan(1);
  }

  private static List<String> decodingErrors(Kinds kinds, Manifest manifest) {
    return kinds.validate(manifest).stream()
        .filter(each -> DECODING.contains(each.reason()))
        .map(Problem::message)
        .toList();
  }

  /** The recordings were made without strict field validation. */
  private static Set<String> found(Kinds kinds, Manifest manifest) {
    return kinds.validate(manifest).stream()
        .filter(each -> !DECODING.contains(each.reason()))
        .map(each -> UID.matcher(each.toString()).replaceAll("uid"))
        .collect(Collectors.toSet());
  }

  /** A body with duplicate fields is recorded as a string. */
  private Manifest manifest(Step step) {
    if (step.wire().body().isText()) {
      return Manifest.of(bindings.resolve(step.wire().body().asText()));
    }
    JsonObject object = new JsonObject();
    if (bindings.resolve(step.send()) instanceof JsonObject sent) {
      object.setAll(sent);
    }
    Matcher namespace = NAMESPACE.matcher(bindings.resolve(step.path()));
    if (namespace.find()) {
      object.withObject("metadata").put("namespace", namespace.group(1));
    }
    return Manifest.of(JsonTrees.write(object));
  }

  private Set<String> recorded(Step step) {
    return StreamSupport.stream(step.answer().path("details").path("causes").spliterator(), false)
        .filter(each -> !each.path("field").asText().equals("fieldManager"))
        .map(each -> each.path("field").asText() + ": " + message(each))
        .map(each -> UID.matcher(each).replaceAll("uid"))
        .collect(Collectors.toSet());
  }

  private String message(JsonValue cause) {
    return bindings.resolve(cause.path("message").asText());
  }
}
