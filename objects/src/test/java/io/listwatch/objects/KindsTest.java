package io.listwatch.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class KindsTest {
  private static final Kinds BUILT_IN = Kinds.builtIn();

  private static final String DEFINITION =
      """
      apiVersion: apiextensions.k8s.io/v1
      kind: CustomResourceDefinition
      metadata: {name: widgets.example.com}
      spec:
        group: example.com
        scope: Namespaced
        names: {plural: widgets, kind: Widget}
        versions:
        - name: v1
          served: true
          storage: true
          schema:
            openAPIV3Schema:
              type: object
              properties:
                spec:
                  type: object
                  x-kubernetes-validations:
                  - rule: self.low <= self.high
                    message: low must not be above high
                  properties:
                    low: {type: integer, default: 1}
                    high: {type: integer, maximum: 10}
                    id:
                      type: string
                      x-kubernetes-validations:
                      - rule: self == oldSelf
                        message: id is immutable
        - name: v2
          served: false
          storage: false
          schema: {openAPIV3Schema: {type: object}}
      """;

  private static final String DEPLOYMENT =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web}
      spec:
        replicas: 2
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec:
            containers: [{name: web, image: nginx}]
      """;

  private final Kinds kinds = BUILT_IN.with(Manifest.of(DEFINITION));

  private static String widget(String spec) {
    return "{apiVersion: example.com/v1, kind: Widget, metadata: {name: w}, spec: " + spec + "}";
  }

  private static List<String> problems(Kinds kinds, String yaml) {
    return kinds.validate(Manifest.of(yaml)).stream().map(Problem::toString).toList();
  }

  @Test
  void acceptsAValidDeployment() {
    assertThat(problems(BUILT_IN, DEPLOYMENT)).isEmpty();
  }

  @Test
  void findsAllProblemsOfADeploymentWithTheirLines() {
    String yaml =
        DEPLOYMENT
            .replace("replicas: 2", "replicas: -2\n  replica: 1")
            .replace("labels: {app: web}", "labels: {app: other}");

    assertThat(BUILT_IN.validate(Manifest.of(yaml)))
        .containsExactly(
            new Problem("UnknownField", "spec.replica", "unknown field \"spec.replica\"", 6),
            new Problem(
                "FieldValueInvalid",
                "spec.replicas",
                "Invalid value: -2: must be greater than or equal to 0",
                5),
            new Problem(
                "FieldValueInvalid",
                "spec.template.metadata.labels",
                "Invalid value: {\"app\":\"other\"}: `selector` does not match template `labels`",
                9));
  }

  @Test
  void rejectsAValueOfTheWrongType() {
    String yaml = "{apiVersion: v1, kind: ConfigMap, metadata: {name: c}, data: {port: 80}}";

    assertThat(BUILT_IN.validate(Manifest.of(yaml)))
        .containsExactly(
            new Problem(
                "WrongType",
                "data",
                "json: cannot unmarshal number into Go struct field ConfigMap.data of type string",
                1));
  }

  @Test
  void reportsTheLineOfADuplicateKey() {
    String yaml = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata:\n  a: b\n  a: c\n";

    assertThat(BUILT_IN.validate(Manifest.of(yaml)))
        .containsExactly(
            new Problem("DuplicateField", "a", "line 6: key \"a\" already set in map", 6));
  }

  @Test
  void checksAnObjectWithoutANamespaceInTheDefaultNamespace() {
    assertThat(problems(BUILT_IN, "{apiVersion: v1, kind: Secret, metadata: {name: s}}")).isEmpty();
  }

  @Test
  void setsServerFieldsBeforeValidation() {
    assertThat(
            problems(
                BUILT_IN,
                """
                apiVersion: batch/v1
                kind: Job
                metadata: {generateName: job-}
                spec: {template: {spec: {restartPolicy: Never, containers: [{name: a, image: b}]}}}
                """))
        .isEmpty();
    assertThat(
            problems(
                BUILT_IN,
                """
                apiVersion: v1
                kind: Service
                metadata: {name: s}
                spec: {ports: [{port: 80}], selector: {a: b}}
                """))
        .isEmpty();
  }

  @Test
  void rejectsUnknownKind() {
    assertThat(problems(BUILT_IN, widget("{}")))
        .containsExactly("kind: no matches for kind \"Widget\" in version \"example.com/v1\"");
    assertThat(problems(kinds, widget("{}").replace("example.com/v1", "example.com/v2")))
        .containsExactly("kind: no matches for kind \"Widget\" in version \"example.com/v2\"");
    assertThat(problems(BUILT_IN, "{metadata: {name: a}}")).containsExactly("apiVersion not set");
  }

  @Test
  void rejectsAKindThatCannotBeCreated() {
    assertThat(
            problems(BUILT_IN, "{apiVersion: v1, kind: ComponentStatus, metadata: {name: etcd}}"))
        .containsExactly("kind: the server does not allow this method on the requested resource");
  }

  @Test
  void validatesACustomResourceBySchemaAndRules() {
    assertThat(problems(kinds, widget("{high: 3}"))).isEmpty();
    assertThat(problems(kinds, widget("{high: 11}")))
        .contains(
            "spec.high: Invalid value: 11: spec.high in body should be less than or equal to 10");
    assertThat(problems(kinds, widget("{low: 4, high: 3, colour: red}")))
        .containsExactly(
            "spec.colour: unknown field \"spec.colour\"",
            "spec: Invalid value: low must not be above high");
  }

  @Test
  void validatesADefinitionAsTheServerDoes() {
    Manifest broken = Manifest.of(DEFINITION.replace("self.low <= self.high", "self.lo <= 1"));

    List<Problem> problems = BUILT_IN.validate(broken);

    assertThat(problems).hasSize(1);
    assertThat(problems.get(0).message()).contains("compilation failed", "undefined field 'lo'");
    assertThat(problems.get(0).line()).isEqualTo(19);
    assertThatExceptionOfType(RejectedObjectException.class)
        .isThrownBy(() -> BUILT_IN.with(broken))
        .withMessageContaining("compilation failed");
  }

  @Test
  void findsLineOfErrorThatAllVersionsShare() {
    Manifest broken =
        Manifest.of(
            DEFINITION
                .substring(0, DEFINITION.indexOf("  - name: v2"))
                .replace("type: integer, default: 1", "type: intger"));

    assertThat(BUILT_IN.validate(broken).get(0))
        .satisfies(problem -> assertThat(problem.field()).startsWith("spec.validation"))
        .extracting(Problem::line)
        .isEqualTo(22);
  }

  @Test
  void rejectsOtherObjectsAsDefinition() {
    assertThatExceptionOfType(RejectedObjectException.class)
        .isThrownBy(() -> BUILT_IN.with(Manifest.of(DEPLOYMENT)))
        .withMessageContaining("CustomResourceDefinition is expected");
  }

  @Test
  void runsTransitionRulesWhenTheOldObjectIsGiven() {
    Manifest old = Manifest.of(widget("{high: 3, id: a}"));

    assertThat(kinds.validateUpdate(old, Manifest.of(widget("{high: 4, id: a}")))).isEmpty();
    assertThat(kinds.validateUpdate(old, Manifest.of(widget("{high: 4, id: b}"))))
        .extracting(Problem::toString)
        .containsExactly("spec.id: Invalid value: \"b\": id is immutable");
  }

  @Test
  void rejectsChangesOfImmutableFields() {
    Manifest old = Manifest.of(DEPLOYMENT);
    Manifest next = Manifest.of(DEPLOYMENT.replace("app: web", "app: other"));

    assertThat(BUILT_IN.validateUpdate(old, old)).isEmpty();
    assertThat(BUILT_IN.validateUpdate(old, next))
        .extracting(Problem::field, Problem::line)
        .containsExactly(tuple("spec.selector", 6));
  }

  @Test
  void rejectsAnUpdateToAnotherKind() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> kinds.validateUpdate(Manifest.of(DEPLOYMENT), Manifest.of(widget("{}"))))
        .withMessageContaining("Deployment in apps/v1");
  }

  @Test
  void anEstablishedDefinitionKeepsItsScope() {
    Manifest next = Manifest.of(DEFINITION.replace("Namespaced", "Cluster"));

    assertThat(BUILT_IN.validateUpdate(Manifest.of(DEFINITION), next))
        .extracting(Problem::toString)
        .containsExactly("spec.scope: Invalid value: \"Cluster\": field is immutable");
  }

  @Test
  void setsDefaults() {
    assertThat(kinds.withDefaults(Manifest.of(widget("{}"))).json()).contains("\"low\":1");
    assertThat(BUILT_IN.withDefaults(Manifest.of(DEPLOYMENT)).json())
        .contains("\"revisionHistoryLimit\":10", "\"terminationGracePeriodSeconds\":30");
  }

  @Test
  void appliesPatches() {
    Manifest web = Manifest.of(DEPLOYMENT);

    assertThat(
            BUILT_IN
                .patch(
                    web,
                    PatchType.JSON,
                    "[{\"op\": \"replace\", \"path\": \"/spec/replicas\", \"value\": 5}]")
                .json())
        .contains("\"replicas\":5");
    assertThat(BUILT_IN.patch(web, PatchType.MERGE, "{\"spec\": {\"replicas\": null}}").json())
        .doesNotContain("replicas");
    String strategic =
        "{\"spec\": {\"template\": {\"spec\": {\"containers\":"
            + " [{\"name\": \"log\", \"image\": \"busybox\"}]}}}}";
    assertThat(BUILT_IN.patch(web, PatchType.STRATEGIC, strategic).json())
        .contains("\"name\":\"log\"", "\"image\":\"nginx\"");
  }

  @Test
  void rejectsPatchesThatDoNotFit() {
    assertThatExceptionOfType(RejectedObjectException.class)
        .isThrownBy(() -> BUILT_IN.patch(Manifest.of(DEPLOYMENT), PatchType.JSON, "{"));
    assertThatExceptionOfType(RejectedObjectException.class)
        .isThrownBy(() -> kinds.patch(Manifest.of(widget("{}")), PatchType.STRATEGIC, "{}"))
        .withMessageContaining("application/merge-patch+json");
  }

  @Test
  void appliesAndRecordsTheFieldManager() {
    Manifest applied = BUILT_IN.apply(null, Manifest.of(DEPLOYMENT), by("deployer", false));

    assertThat(applied.json())
        .contains("\"manager\":\"deployer\"", "\"operation\":\"Apply\"", "\"f:replicas\":{}");
    assertThat(BUILT_IN.validate(applied)).isEmpty();
  }

  @Test
  void rejectsAnApplyThatConflictsWithAnotherManager() {
    Manifest live = BUILT_IN.apply(null, Manifest.of(DEPLOYMENT), by("deployer", false));
    Manifest scale = Manifest.of(DEPLOYMENT.replace("replicas: 2", "replicas: 7"));

    var conflict =
        catchThrowableOfType(
            RejectedObjectException.class, () -> BUILT_IN.apply(live, scale, by("scaler", false)));

    assertThat(conflict.problems())
        .containsExactly(
            new Problem("FieldManagerConflict", ".spec.replicas", "conflict with \"deployer\"", 5));
    assertThat(BUILT_IN.apply(live, scale, by("scaler", true)).json()).contains("\"replicas\":7");
  }

  private static ApplyOptions by(String manager, boolean force) {
    return new ApplyOptions(manager, force, Instant.EPOCH);
  }
}
