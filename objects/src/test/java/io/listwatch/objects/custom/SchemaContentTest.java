package io.listwatch.objects.custom;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.schema.FieldError;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SchemaContentTest {
  private static final String SCHEMA =
      """
      {'type':'object','properties':{
        'spec':{'type':'object','properties':{
          'known':{'type':'string'},
          'late':{'type':'string','default':'new'},
          'pod':{'type':'object','x-kubernetes-embedded-resource':true,
            'x-kubernetes-preserve-unknown-fields':true},
          'set':{'type':'array','x-kubernetes-list-type':'set','items':{'type':'string'}}}}}}
      """;

  private static final CustomContent CONTENT = content(SCHEMA);

  /** Single quotes stand for double ones. */
  private static JsonObject json(String text) {
    return (JsonObject) JsonTrees.read(text.replace('\'', '"'));
  }

  private static CustomContent content(String schema) {
    return content(
        json(
            """
            {'spec':{'group':'g','versions':[
              {'name':'v1','storage':true,'schema':{'openAPIV3Schema':%s}},
              {'name':'v2','schema':{'openAPIV3Schema':{'type':'object','properties':{
                'spec':{'type':'object','properties':{'newer':{'type':'string'}}}}}}}]}}
            """
                .formatted(schema)));
  }

  private static CustomContent content(JsonObject definition) {
    var read = CustomResourceDefinition.of(definition);
    return SchemaContent.of(read.version("v1"), VersionSchemas.of(read));
  }

  private static byte[] bytes(String text) {
    return text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void rereadPrunesAndDefaultsByTheCurrentSchema() {
    byte[] stored = bytes("{'metadata':{'name':'a'},'spec':{'dropped':1,'known':'x'}}");

    byte[] read = CONTENT.reread(stored);

    assertThat(read)
        .isEqualTo(bytes("{'metadata':{'name':'a'},'spec':{'known':'x','late':'new'}}"));
  }

  @Test
  void rereadAddsANewDefault() {
    byte[] read = CONTENT.reread(bytes("{'metadata':{'name':'a'},'spec':{}}"));

    assertThat(read).isEqualTo(bytes("{'metadata':{'name':'a'},'spec':{'late':'new'}}"));
  }

  @Test
  void dropsSentNullsButValidatesAppliedOnes() {
    JsonObject sent = json("{'spec':{'known':null,'late':null}}");
    JsonObject applied = sent.deepCopy();

    CONTENT.complete(sent);
    CONTENT.completeApplied(applied);
    var errors = new ArrayList<FieldError>();
    CONTENT.validate(applied, errors);

    assertThat(sent).isEqualTo(json("{'spec':{'late':'new'}}"));
    assertThat(applied).isEqualTo(json("{'spec':{'known':null,'late':'new'}}"));
    assertThat(errors)
        .extracting(FieldError::message)
        .containsExactly(
            "Invalid value: \"null\": spec.known in body must be of type string: \"null\"");
  }

  @Test
  void rereadReturnsTheSameBytesIfNothingChanges() {
    byte[] stored = bytes("{'metadata':{'name':'a'},'spec':{'late':'old'}}");

    assertThat(CONTENT.reread(stored)).isSameAs(stored);
  }

  @Test
  void rereadKeepsMetadataAndPreservedFields() {
    byte[] stored =
        bytes(
            "{'apiVersion':'g/v1','kind':'A','metadata':{'labels':{'a':'b'},'managedFields':[{"
                + "'fieldsV1':{'f:a':{}},'manager':'m'}],'name':'a'},'spec':{'late':'old','pod':{"
                + "'apiVersion':'v1','kind':'Pod','metadata':{'name':'p'},'x':[null,{'y':1}]},"
                + "'set':['a','b']}}");

    assertThat(CONTENT.reread(stored)).isSameAs(stored);
  }

  @Test
  void rereadUsesTheVersionOfTheObject() {
    byte[] stored = bytes("{'apiVersion':'g/v2','spec':{'known':'x','newer':'y'}}");

    assertThat(CONTENT.reread(stored))
        .isEqualTo(bytes("{'apiVersion':'g/v2','spec':{'newer':'y'}}"));
  }

  @Test
  void contentsWithEqualSchemasAreEqual() {
    assertThat(content(SCHEMA)).isEqualTo(CONTENT).hasSameHashCodeAs(CONTENT);
    assertThat(content("{'type':'object'}")).isNotEqualTo(CONTENT);
  }

  @Test
  void validatesTypeAndMetadataOfEmbeddedResource() {
    var errors = new ArrayList<FieldError>();

    CONTENT.validate(
        json("{'spec':{'pod':{'kind':'No Kind','metadata':{'labels':{'a':'b c'}}}}}"), errors);

    assertThat(errors)
        .extracting(FieldError::field)
        .containsExactly("spec.pod.apiVersion", "spec.pod.kind", "spec.pod.metadata.labels");
  }

  @Test
  void reportsMetadataThatCannotBeDecoded() {
    assertThat(CONTENT.unreadable(json("{'metadata':{'name':'a'},'spec':{'pod':{}}}"))).isEmpty();
    assertThat(CONTENT.unreadable(json("{'metadata':{'labels':[]}}")))
        .contains(
            "json: cannot unmarshal array into Go struct field ObjectMeta.labels of type"
                + " map[string]string");
    assertThat(CONTENT.unreadable(json("{'spec':{'pod':{'metadata':{'name':5}}}}")))
        .contains(
            "spec.pod.metadata: Invalid value: {\"name\":5}: json: cannot unmarshal number into Go"
                + " struct field ObjectMeta.name of type string");
  }

  @Test
  void ignoresDuplicatesIfTheOldObjectHadSome() {
    JsonObject twins = json("{'spec':{'set':['a','a']}}");

    assertThat(errors(twins, json("{'spec':{'set':['a']}}"))).hasSize(1);
    assertThat(errors(json("{'spec':{'set':['b','b']}}"), twins)).isEmpty();
  }

  private static List<FieldError> errors(JsonObject next, JsonObject old) {
    var errors = new ArrayList<FieldError>();
    CONTENT.validateUpdate(next, old, errors, new ArrayList<>());
    return errors;
  }
}
