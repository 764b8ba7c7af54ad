package io.listwatch.objects.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.listwatch.objects.apply.PatchException.Kind;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonPatchTest {
  private static final String OBJECT = "{'a':{'b':'1'},'list':['x','y']}";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[{'op':'test','path':'/a/b','value':'2'}]",
        "[{'op':'test','path':'/a/b','value':1}]",
        "[{'op':'test','path':'/a/missing','value':'1'}]",
        "[{'op':'remove','path':'/a/missing'}]",
        "[{'op':'remove','path':'/list/2'}]",
        "[{'op':'remove','path':'/list/-3'}]",
        "[{'op':'remove','path':'/list/x'}]",
        "[{'op':'remove','path':''}]",
        "[{'op':'add','path':'/missing/b','value':'1'}]",
        "[{'op':'add','path':'/list/3','value':'1'}]",
        "[{'op':'add','path':'/list/99999999999','value':'1'}]",
        "[{'op':'add','path':'/a/b/c','value':'1'}]",
        "[{'op':'add','path':'a','value':'1'}]",
        "[{'op':'add','value':'1'}]",
        "[{'op':'replace','path':'/list/-','value':'1'}]",
        "[{'op':'replace','path':'','value':[]}]",
        "[{'op':'move','path':'/c'}]",
        "[{'op':'move','from':'/a','path':'/a/b'}]",
        "[{'op':'copy','from':'','path':'/a/b'}]",
        "[{'op':'increment','path':'/a/b'}]",
        "[{'path':'/a/b'}]"
      })
  void reportsOperationsThatDoNotApply(String patch) {
    assertThat(failure(patch)).isIn(Kind.DOES_NOT_APPLY, Kind.TEST_FAILED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "[{'op':'test','path':'/a/b','value':1}] | testing value /a/b failed: test failed",
        "[{'op':'move','from':'/a/x','path':'/b'}]"
            + "| error in move for path: 'x': Unable to remove nonexistent key: x: missing value",
        "[{'op':'remove','path':'/list/2'}]| error in remove for path: '/list/2':"
            + " Unable to access invalid index: 2: invalid index referenced",
        "[{'op':'replace','path':'/list/x','value':1}]"
            + "| replace operation does not apply: doc is missing key: /list/x: missing value",
        "[{'op':'copy','from':'/x/y','path':'/b'}]"
            + "| copy operation does not apply: doc is missing from path: /x/y: missing value"
      })
  void describesFailureAsKubeApiserverDoes(String patch, String message) {
    assertThatThrownBy(() -> apply(patch)).hasMessage(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "[1]",
        "'text'",
        "[{]",
        "[] x",
        "[{'op':'add'}",
        "[{'op':'add','path':7}]"
      })
  void reportsMalformedPatches(String patch) {
    assertThat(failure(patch)).isEqualTo(Kind.MALFORMED);
  }

  @Test
  void rejectsMoreThanTenThousandOperations() {
    String step = "{'op':'test','path':'/a/b','value':'1'}";

    assertThat(apply("[" + step + ("," + step).repeat(9_999) + "]")).isEqualTo(object(OBJECT));
    assertThat(failure("[" + step + ("," + step).repeat(10_000) + "]"))
        .isEqualTo(Kind.TOO_MANY_OPERATIONS);
  }

  @Test
  void replaceCreatesAMissingMember() {
    assertThat(apply("[{'op':'replace','path':'/a/c','value':'2'}]"))
        .isEqualTo(object("{'a':{'b':'1','c':'2'},'list':['x','y']}"));
  }

  @Test
  void copyOfAMissingMemberIsNull() {
    assertThat(apply("[{'op':'copy','from':'/a/x','path':'/a/c'}]"))
        .isEqualTo(object("{'a':{'b':'1','c':null},'list':['x','y']}"));
  }

  @Test
  void negativeIndexCountsFromTheEnd() {
    assertThat(apply("[{'op':'replace','path':'/list/-1','value':'z'}]"))
        .isEqualTo(object("{'a':{'b':'1'},'list':['x','z']}"));
    assertThat(apply("[{'op':'add','path':'/list/-1','value':'z'}]"))
        .isEqualTo(object("{'a':{'b':'1'},'list':['x','y','z']}"));
  }

  @Test
  void copyIsIndependentOfItsSource() {
    assertThat(
            apply(
                "[{'op':'copy','from':'/a','path':'/c'},{'op':'replace','path':'/c/b','value':'2'}]"))
        .isEqualTo(object("{'a':{'b':'1'},'list':['x','y'],'c':{'b':'2'}}"));
  }

  @Test
  void doesNotChangeTheGivenObject() {
    JsonObject given = object(OBJECT);

    JsonPatch.apply(given, json("[{'op':'remove','path':'/list/0'}]"));

    assertThat(given).isEqualTo(object(OBJECT));
  }

  @Test
  void limitsTheSizeOfCopies() {
    String bomb = "{'op':'copy','from':'/a','path':'/a/%d'}";
    StringBuilder patch = new StringBuilder("[");
    for (int i = 0; i < 60; i++) {
      patch.append(i == 0 ? "" : ",").append(bomb.formatted(i));
    }

    assertThat(failure(patch.append("]").toString())).isEqualTo(Kind.DOES_NOT_APPLY);
  }

  @Test
  void rejectsDeepNestingBuiltByMoves() {
    StringBuilder patch = new StringBuilder("[{'op':'add','path':'/m0','value':{}}");
    for (int i = 1; i < 5_000; i++) {
      patch.append(",{'op':'add','path':'/m%d','value':{}}".formatted(i));
      patch.append(",{'op':'move','from':'/m%d','path':'/m%d/x'}".formatted(i - 1, i));
    }

    assertThat(failure(patch.append("]").toString())).isEqualTo(Kind.DOES_NOT_APPLY);
  }

  private static Kind failure(String patch) {
    return catchThrowableOfType(PatchException.class, () -> apply(patch)).kind();
  }

  private static JsonObject apply(String patch) {
    return JsonPatch.apply(object(OBJECT), json(patch));
  }

  private static JsonObject object(String text) {
    return (JsonObject) JsonTrees.read(json(text));
  }

  private static String json(String text) {
    return text.replace('\'', '"');
  }
}
