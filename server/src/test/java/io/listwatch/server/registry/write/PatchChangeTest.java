package io.listwatch.server.registry.write;

import static io.listwatch.server.registry.write.WriteFixture.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.ApiException;
import io.listwatch.model.NotFoundException;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.RepeatedField;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.registry.verbs.VerbsFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The change of a JSON, merge or strategic merge patch. */
final class PatchChangeTest {
  private static final String POD =
      "{'apiVersion':'v1','kind':'Pod','metadata':{'name':'a'},"
          + "'spec':{'containers':[{'name':'c','image':'i'}]}}";

  private final WriteFixture fixture =
      new WriteFixture(VerbsFixture.custom("example.com/v1", "Widget"));
  private final ServedKind pods = fixture.kind("", "pods");
  private final ServedKind widgets = fixture.kind("example.com", "widgets");

  @AfterEach
  void close() {
    fixture.close();
  }

  private static PatchChange change(ServedKind kind, Patch.Type type, String patch) {
    return new PatchChange(kind, "a", Patch.parse(type, patch.replace('\'', '"')));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // A merge patch replaces lists, a strategic merge patch merges them by their merge key.
        "MERGE | {'spec':{'containers':[{'name':'d'}]}} | [{'name':'d'}]",
        "STRATEGIC | {'spec':{'containers':[{'name':'d'}]}} |"
            + " [{'name':'d'},{'name':'c','image':'i'}]",
        "STRATEGIC | {'spec':{'containers':[{'name':'c','image':'j'}]}} |"
            + " [{'name':'c','image':'j'}]",
        "STRATEGIC | {'spec':{'containers':[{'name':'c','$patch':'delete'}]}} | []",
        "JSON | [{'op':'replace','path':'/spec/containers/0/image','value':'j'}] |"
            + " [{'name':'c','image':'j'}]",
        "JSON | [{'op':'remove','path':'/spec/containers/0'}] | []",
      })
  void patchTypesTreatListsDifferently(Patch.Type type, String patch, String containers) {
    JsonObject patched = change(pods, type, patch).of(json(POD));

    assertThat(patched.at("/spec/containers").toString().replace('"', '\'')).isEqualTo(containers);
  }

  @ParameterizedTest
  @EnumSource(names = {"JSON", "MERGE", "STRATEGIC"})
  void missingObjectIsNotFound(Patch.Type type) {
    String patch = type == Patch.Type.JSON ? "[]" : "{}";

    assertThatThrownBy(() -> change(pods, type, patch).of(null))
        .isInstanceOf(NotFoundException.class)
        .hasMessageContaining("pods \"a\" not found");
  }

  @Test
  void retryAfterConflictPatchesTheNewerObject() {
    PatchChange change = change(pods, Patch.Type.MERGE, "{'metadata':{'labels':{'a':'b'}}}");

    change.of(json(POD));
    JsonObject second = change.of(json(POD.replace("'i'", "'newer'")));

    assertThat(second.at("/spec/containers/0/image").asText()).isEqualTo("newer");
    assertThat(second.at("/metadata/labels/a").asText()).isEqualTo("b");
  }

  @Test
  void customResourceHasNoStrategicMergePatch() {
    assertThatThrownBy(() -> change(widgets, Patch.Type.STRATEGIC, "{}"))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.status().code()).isEqualTo(415);
              assertThat(e.status().message())
                  .isEqualTo(
                      "the body of the request was in an unknown format - accepted media types"
                          + " include: application/json-patch+json, application/merge-patch+json,"
                          + " application/apply-patch+yaml");
            });
  }

  @Test
  void mergePatchAppliesToCustomResource() {
    JsonObject patched =
        change(widgets, Patch.Type.MERGE, "{'spec':{'a':null,'b':2}}")
            .of(json("{'spec':{'a':1,'c':3}}"));

    assertThat(patched).isEqualTo(json("{'spec':{'c':3,'b':2}}"));
  }

  @Test
  void strategicMergePatchCannotChangeTheType() {
    JsonObject patched =
        change(pods, Patch.Type.STRATEGIC, "{'apiVersion':'apps/v1','kind':'Deployment'}")
            .of(json(POD));

    assertThat(patched).isEqualTo(json(POD));
  }

  @Test
  void mergePatchMayChangeTheTypeBeforeDecoding() {
    JsonObject patched = change(pods, Patch.Type.MERGE, "{'kind':'Deployment'}").of(json(POD));

    assertThat(patched.path("kind").asText()).isEqualTo("Deployment");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // type | patch | code | error
        "JSON | {} | 400 | ",
        "JSON | [{'op':'test','path':'/kind','value':'x'}] | 422 | the server rejected our request"
            + " due to an error in our request",
        "JSON | [{'op':'remove','path':'/none'}] | 422 | the server rejected our request due to an"
            + " error in our request",
        "MERGE | [] | 400 | ",
        "MERGE | {' | 400 | ",
        "STRATEGIC | {' | 400 | ",
        "STRATEGIC | {'$patch':'bogus'} | 500 | ",
        "STRATEGIC | {'spec':{'containers':[{'image':'x'}]}} | 500 | ",
      })
  void malformedPatchIsRejected(Patch.Type type, String patch, int code, String error) {
    assertThatThrownBy(() -> change(pods, type, patch).of(json(POD)))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.status().code()).as(e.status().message()).isEqualTo(code);
              if (error != null) {
                assertThat(e.status().message()).isEqualTo(error);
              }
            });
  }

  @Test
  void rejectsTooManyOperations() {
    String operation = "{'op':'add','path':'/x','value':1}";
    String patch = "[" + (operation + ",").repeat(10_000) + operation + "]";

    assertThatThrownBy(() -> change(pods, Patch.Type.JSON, patch).of(json(POD)))
        .isInstanceOfSatisfying(
            ApiException.class, e -> assertThat(e.status().code()).isEqualTo(413));
  }

  @ParameterizedTest
  @CsvSource({"MERGE,1", "STRATEGIC,1", "JSON,0"})
  void duplicateFieldsOfThePatchAreReported(Patch.Type type, int count) {
    String patch =
        type == Patch.Type.JSON
            ? "[{'op':'test','op':'add','path':'/x','value':1}]"
            : "{'metadata':{'name':'a','name':'b'}}";

    assertThat(change(pods, type, patch).duplicates())
        .hasSize(count)
        .allMatch(each -> each.equals(RepeatedField.of("metadata.name")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "JSON | [] | {\"kind\":\"Pod\",\"a\":1}",
        "MERGE | {'a':1} | {\"a\":1,\"kind\":\"Pod\",\"metadata\":{}}",
        "STRATEGIC | {'a':1} | map[a:1]",
      })
  void errorShowsTheObjectOrThePatch(Patch.Type type, String patch, String shown) {
    JsonObject object = json("{'kind':'Pod','a':1}");

    ApiException error = change(pods, type, patch).refused(pods.type(), object, "wrong");

    assertThat(error.status().code()).isEqualTo(422);
    assertThat(error.status().details().causes().get(0).field()).isEqualTo("patch");
    assertThat(error.status().message().replace("\\\"", "\""))
        .isEqualTo(" \"\" is invalid: patch: Invalid value: \"%s\": wrong".formatted(shown));
  }

  @Test
  void errorForAnotherKindNamesApimachinerysScheme() {
    ApiException error =
        change(pods, Patch.Type.JSON, "[]")
            .refused(pods.type(), json("{}"), new UnexpectedKind("v1", "Nope"));

    assertThat(error.status().message())
        .endsWith(
            "no kind \"Nope\" is registered for version \"v1\" in scheme"
                + " \"pkg/runtime/scheme.go:111\"");
  }

  @Test
  void errorForMissingKindContainsTheObjectTwice() {
    ApiException error = change(pods, Patch.Type.JSON, "[]").kindless(pods.type(), json("{'a':1}"));

    assertThat(error.status().message())
        .isEqualTo(
            " \"\" is invalid: patch: Invalid value: \"{\\\"a\\\":1}\": Object 'Kind' is missing in"
                + " '{\"a\":1}'");
  }

  @Test
  void onlyStrategicMergePatchAcceptsResultWithoutApiVersion() {
    change(pods, Patch.Type.STRATEGIC, "{}").checkVersionless(pods);

    assertThatThrownBy(() -> change(pods, Patch.Type.MERGE, "{}").checkVersionless(pods))
        .hasMessageContaining("(a based on URL) was undeterminable");
    assertThatThrownBy(() -> change(widgets, Patch.Type.JSON, "[]").checkVersionless(widgets))
        .hasMessageContaining("Object 'apiVersion' is missing in 'object has no apiVersion field'");
  }
}
