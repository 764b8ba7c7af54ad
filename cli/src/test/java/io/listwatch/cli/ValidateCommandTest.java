package io.listwatch.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ValidateCommandTest {
  private static final int USAGE = 64;
  private static final int NO_INPUT = 66;

  private static final String VALID =
      "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {a: b}\n";

  private static final String UNKNOWN_FIELD =
      "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndat: {a: b}\n";

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
                  properties:
                    size: {type: integer, maximum: 10}
      """;

  private static final String WIDGET =
      "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w}\nspec:\n  size: 11\n";

  @TempDir private Path directory = Path.of("");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int validate(String... arguments) {
    String[] all = new String[arguments.length + 1];
    all[0] = "validate";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return Listwatch.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(all);
  }

  private String file(String name, String text) throws IOException {
    Path path = directory.resolve(name);
    Files.createDirectories(path.getParent());
    return Files.writeString(path, text).toString();
  }

  @Test
  void acceptsValidObjects() throws IOException {
    assertThat(validate("-f", file("a.yaml", VALID + "---\n" + VALID))).isZero();

    assertThat(out.toString()).isEqualTo("2 objects, no problems\n");
  }

  @Test
  void printsALineForEachProblem() throws IOException {
    String file = file("a.yaml", VALID + "---\n" + UNKNOWN_FIELD);

    assertThat(validate("-f", file)).isEqualTo(1);

    assertThat(out.toString())
        .isEqualTo(
            file
                + ":9: ConfigMap/settings: dat: unknown field \"dat\"\n"
                + "2 objects, 1 problem\n");
  }

  @Test
  void appliesDefinitionsInAnyOrder() throws IOException {
    String widget = file("a.yaml", WIDGET);

    assertThat(validate("-f", widget, "-f", file("crd.yaml", DEFINITION))).isEqualTo(1);

    assertThat(out.toString())
        .startsWith(
            widget
                + ":5: Widget/w: spec.size: Invalid value: 11: spec.size in body should be less"
                + " than or equal to 10\n");
  }

  @Test
  void reportsUnknownKindsUnlessIgnored() throws IOException {
    String widget = file("a.yaml", WIDGET);

    assertThat(validate("-f", widget)).isEqualTo(1);
    assertThat(out.toString())
        .contains(":2: Widget/w: kind: no matches for kind \"Widget\" in version");

    out.getBuffer().setLength(0);
    assertThat(validate("-f", widget, "--ignore-unknown-kinds")).isZero();
    assertThat(out.toString()).isEqualTo("0 objects, 1 skipped, no problems\n");
  }

  @Test
  void reportsAnInvalidDefinition() throws IOException {
    String file = file("crd.yaml", DEFINITION.replace("type: integer", "type: intger"));

    assertThat(validate("-f", file)).isEqualTo(1);

    assertThat(out.toString())
        .contains(
            ":19: CustomResourceDefinition/widgets.example.com: spec.validation",
            "Unsupported value: \"intger\"");
  }

  @Test
  void fieldValidationTurnsUnknownFieldsIntoWarningsOrIgnoresThem() throws IOException {
    String file = file("a.yaml", UNKNOWN_FIELD);

    assertThat(validate("-f", file, "--field-validation", "Warn")).isZero();
    assertThat(out.toString())
        .isEqualTo(
            file
                + ":4: warning: ConfigMap/settings: dat: unknown field \"dat\"\n"
                + "1 object, 1 warning, no problems\n");

    out.getBuffer().setLength(0);
    assertThat(validate("-f", file, "--field-validation=Ignore")).isZero();
    assertThat(out.toString()).isEqualTo("1 object, no problems\n");
  }

  @Test
  void printsJson() throws IOException {
    String file = file("a.yaml", UNKNOWN_FIELD + "---\n" + UNKNOWN_FIELD);

    assertThat(validate("-f", file, "-o", "json")).isEqualTo(1);

    JsonValue findings = JsonTrees.read(out.toString());
    assertThat(findings).hasSize(2);
    assertThat(findings.get(0))
        .isEqualTo(
            JsonTrees.read(
                """
                {"severity": "error", "file": "%s", "line": 4, "apiVersion": "v1",
                 "kind": "ConfigMap", "namespace": "", "name": "settings", "field": "dat",
                 "reason": "UnknownField", "message": "unknown field \\"dat\\""}
                """
                    .formatted(file)));
  }

  @Test
  void printsAnEmptyArrayIfThereAreNoProblems() throws IOException {
    assertThat(validate("-f", file("a.yaml", VALID), "-o", "json")).isZero();

    assertThat(out.toString()).isEqualTo("[]\n");
  }

  @Test
  void readsManifestsBelowDirectory() throws IOException {
    file("b/c.yml", VALID);
    file("b/a.json", "{\"apiVersion\": \"v1\", \"kind\": \"Secret\", \"metadata\": {}}");
    file("b/notes.txt", "not read");

    assertThat(validate("-f", directory.toString())).isEqualTo(1);

    assertThat(out.toString())
        .startsWith(directory.resolve("b/a.json") + ":1: Secret/: metadata.name: Required value")
        .endsWith("2 objects, 1 problem\n");
  }

  @Test
  void readsStandardInput() {
    InputStream before = System.in;
    try {
      System.setIn(new ByteArrayInputStream(UNKNOWN_FIELD.getBytes(UTF_8)));

      assertThat(validate("-f", "-")).isEqualTo(1);
    } finally {
      System.setIn(before);
    }

    assertThat(out.toString()).startsWith("-:4: ConfigMap/settings: dat: ");
  }

  @Test
  void reportsSyntaxErrorsAndContinuesWithOtherFiles() throws IOException {
    String broken = file("a.yaml", "a: b\nc: d: e\n");

    assertThat(validate("-f", broken, "-f", file("b.yaml", VALID))).isEqualTo(1);

    assertThat(out.toString())
        .startsWith(broken + ":2: error converting YAML to JSON: yaml: line 2: ")
        .endsWith("1 object, 1 problem\n");
  }

  @Test
  void rejectsHostileYamlWithinLimits() throws IOException {
    String bomb = "a: &a [x]\nb: &b [*a, *a]\n";

    assertThat(
            validate(
                "-f",
                file("deep.yaml", "[".repeat(200_000)),
                "-f",
                file("wide.yaml", "a:\n" + "- 1\n".repeat(200_001)),
                "-f",
                file("bomb.yaml", bomb)))
        .isEqualTo(1);

    assertThat(out.toString())
        .contains(
            "exceeded max depth of 500",
            "exceeded max number of values",
            "aliases are not supported")
        .endsWith("0 objects, 3 problems\n");
  }

  @Test
  void unreadableFileEndsCommand() {
    String missing = directory.resolve("missing.yaml").toString();

    assertThat(validate("-f", missing)).isEqualTo(NO_INPUT);
    assertThat(err.toString()).isEqualTo("listwatch: " + missing + ": no such file\n");

    err.getBuffer().setLength(0);
    assertThat(validate("-f", directory.toString())).isEqualTo(NO_INPUT);
    assertThat(err.toString()).contains(": no manifests (expected: files [.json, .yaml, .yml])");
  }

  @Test
  void filesAreRequired() {
    assertThat(validate()).isEqualTo(USAGE);
    assertThat(validate("-f", "a.yaml", "-o", "xml")).isEqualTo(USAGE);
  }
}
