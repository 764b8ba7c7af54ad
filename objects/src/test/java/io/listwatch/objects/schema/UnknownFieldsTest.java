package io.listwatch.objects.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.RepeatedField;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Errors about unknown and duplicate fields of a body. */
final class UnknownFieldsTest {
  private static final ObjectSchema POD = BuiltInTypes.load().find("", "v1", "Pod").orElseThrow();

  private static List<String> complaints(JsonObject object, RepeatedField... repeated) {
    return UnknownFields.complaints(object, POD, List.of(repeated), true);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'bogus':1} | bogus | {}",
        "{'spec':{'bogus':{'name':1}}} | spec.bogus | {'spec':{}}",
        "{'metadata':{'labels':{'any':'thing'}}} | | {'metadata':{'labels':{'any':'thing'}}}",
        "{'spec':{'containers':[{},{'bogus':1}]}} | spec.containers[1].bogus |"
            + " {'spec':{'containers':[{},{}]}}",
        "{'spec':{'containers':[{'env':[{'bogus':1}]}]}} | spec.containers[0].env[0].bogus |"
            + " {'spec':{'containers':[{'env':[{}]}]}}",
        "{'spec':{'containers':'none'}} | | {'spec':{'containers':'none'}}",
        "{'spec':[]} | | {'spec':[]}",
        "{'metadata':{'managedFields':[{'fieldsV1':{'f:any':{}}}]}} | |"
            + " {'metadata':{'managedFields':[{'fieldsV1':{'f:any':{}}}]}}",
      })
  void reportsPathOfUnknownFieldAndDropsIt(String sent, String path, String left) {
    JsonObject object = json(sent);

    List<String> complaints = complaints(object);

    assertThat(complaints)
        .isEqualTo(path == null ? List.of() : List.of("unknown field \"" + path + "\""));
    assertThat(object).isEqualTo(json(left));
  }

  @Test
  void keepsUnknownFieldsIfNotDropping() {
    JsonObject object = json("{'bogus':1}");

    assertThat(UnknownFields.complaints(object, POD, List.of(), false))
        .containsExactly("unknown field \"bogus\"");
    assertThat(object.has("bogus")).isTrue();
  }

  @Test
  void reportsInTheOrderOfTheBody() {
    JsonObject object = json("{'z':1,'spec':{'y':1,'nodeName':'n','x':1},'a':1}");

    assertThat(complaints(object))
        .containsExactly(
            "unknown field \"z\"",
            "unknown field \"spec.y\"",
            "unknown field \"spec.x\"",
            "unknown field \"a\"");
  }

  @Test
  void reportsDuplicateFieldAfterItsPredecessor() {
    JsonObject object = json("{'metadata':{'name':'a'},'bogus':1,'spec':{'nodeName':'n'}}");

    assertThat(
            complaints(
                object,
                new RepeatedField("metadata.name", "metadata.name", 0),
                new RepeatedField("spec.nodeName", "spec.nodeName", 0)))
        .containsExactly(
            "duplicate field \"metadata.name\"",
            "unknown field \"bogus\"",
            "duplicate field \"spec.nodeName\"");
  }

  @Test
  void reportsDuplicateFieldOfUnknownPositionFirst() {
    assertThat(complaints(json("{'bogus':1}"), RepeatedField.of("metadata.name")))
        .containsExactly("duplicate field \"metadata.name\"", "unknown field \"bogus\"");
  }

  @Test
  void reportsDuplicateFieldAfterAMissingPredecessorLast() {
    assertThat(complaints(json("{'bogus':1}"), new RepeatedField("kind", "apiVersion", 0)))
        .containsExactly("unknown field \"bogus\"", "duplicate field \"kind\"");
  }

  @ParameterizedTest
  @CsvSource({"bogus", "bogus.a", "bogus[0]", "bogus[0].a"})
  void duplicateInsideAnUnknownFieldIsNotReportedAgain(String path) {
    assertThat(complaints(json("{'bogus':[{'a':1}]}"), new RepeatedField(path, "bogus", 0)))
        .containsExactly("unknown field \"bogus\"");
    assertThat(complaints(json("{'bogus':[{'a':1}]}"), new RepeatedField(path, "gone", 0)))
        .containsExactly("unknown field \"bogus\"");
  }

  @Test
  void duplicateWhoseNameOnlyBeginsLikeAnUnknownFieldIsReported() {
    assertThat(complaints(json("{'spec2':1}"), new RepeatedField("spec", "gone", 0)))
        .containsExactly("unknown field \"spec2\"", "duplicate field \"spec\"");
    assertThat(complaints(json("{'s':1}"), new RepeatedField("spec", "gone", 0)))
        .containsExactly("unknown field \"s\"", "duplicate field \"spec\"");
  }

  private static JsonObject json(String text) {
    return (JsonObject) JsonTrees.read(text.replace('\'', '"'));
  }
}
