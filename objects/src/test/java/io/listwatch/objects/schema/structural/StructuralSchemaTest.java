package io.listwatch.objects.schema.structural;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.Schema;
import io.listwatch.objects.schema.Schema.ListType;
import io.listwatch.objects.schema.Schema.Shape;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StructuralSchemaTest {
  /** Single quotes stand for double ones. */
  private static JsonObject json(String text) {
    return (JsonObject) JsonTrees.read(text.replace('\'', '"'));
  }

  /** Returns a schema whose objects have one member, {@code v}. */
  private static StructuralSchema of(String member) {
    return StructuralSchema.of(json("{'type':'object','properties':{'v':" + member + "}}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'type':'object','properties':{'a':{'default':1}}} | {'a':2}        | true
          {'type':'object','properties':{'a':{'default':1}}} | {}             | false
          {'type':'object','properties':{'a':{}}}            | {'b':1}        | false
          {'type':'object','properties':{'a':{}}}            | {'a':null}     | false
          {'x-kubernetes-preserve-unknown-fields':true}      | {'b':[{'c':1}]} | true
          {'type':'object','additionalProperties':{}}        | {'b':1}        | true
          {'type':'array','items':{'type':'string'}}         | ['a']          | true
          {'type':'array','items':{'type':'object'}}         | [{'a':1}]      | false
          """)
  void leavesUnchangedObjects(String schema, String value, boolean left) {
    byte[] json =
        ("{'metadata':{'name':'n'},'v':" + value + "}")
            .replace('\'', '"')
            .getBytes(StandardCharsets.UTF_8);

    assertThat(of(schema).leaves(json)).isEqualTo(left);
  }

  private static List<String> problems(String schema, String value) {
    return of(schema).violations(json("{'v':" + value + "}"), null).stream()
        .map(FieldError::toString)
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'type':'string'}                             | 5          | Invalid value: "integer": v in body must be of type string: "integer"
          {'type':'string'}                             | null       | Invalid value: "null": v in body must be of type string: "null"

          {'type':'boolean'}                            | {}         | Invalid value: "object": v in body must be of type boolean: "object"
          {'type':'string','format':'date-time'}        | 5          | Invalid value: "int64": v in body must be of type date-time: "int64"
          {'type':'string','format':'ipv4'}             | '1.2.3'    | Invalid value: "1.2.3": v in body must be of type ipv4: "1.2.3"
          {'x-kubernetes-int-or-string':true}           | true       | Invalid value: "boolean": v in body must be of type integer,string: "boolean"
          {'type':'string','minLength':2}               | 'é'        | Invalid value: "é": v in body should be at least 2 chars long
          {'type':'string','maxLength':1}               | 'ab'       | Too long: may not be more than 1 bytes
          {'type':'string','pattern':'^a+$'}            | 'b'        | Invalid value: "b": v in body should match '^a+$'
          {'type':'string','enum':['a','b']}            | 'c'        | Unsupported value: "c": supported values: "a", "b"
          {'type':'integer','enum':[1,2]}               | 3          | Unsupported value: 3: supported values: "1", "2"
          {'type':'integer','minimum':2}                | 1          | Invalid value: 1: v in body should be greater than or equal to 2
          {'type':'number','minimum':0.5}               | 0.25       | Invalid value: 0.25: v in body should be greater than or equal to 0.5
          {'type':'integer','maximum':2,'exclusiveMaximum':true} | 2  | Invalid value: 2: v in body should be less than 2
          {'type':'number','multipleOf':0.1}            | 0.25       | Invalid value: 0.25: v in body should be a multiple of 0.1
          {'type':'array','items':{'type':'string'},'minItems':1}   | []      | Invalid value: 0: v in body should have at least 1 items
          {'type':'array','items':{'type':'string'},'maxItems':1}   | ['a','b'] | Too many: 2: must have at most 1 items
          {'type':'object','minProperties':1}           | {}         | Invalid value: 0: v in body should have at least 1 properties
          """)
  void reportsErrorsOfValue(String schema, String value, String problem) {
    assertThat(problems(schema, value)).containsExactly("v: " + problem);
  }

  @Test
  void reportsNumberOutOfFormatWithoutAField() {
    assertThat(problems("{'type':'integer','format':'int32'}", "3000000000"))
        .containsExactly(
            "<nil>: Invalid value: \"\": Checked value must be of type integer with format int32 in"
                + " v");
  }

  @Test
  void reportsTheBestMatchOfSeveralSchemas() {
    String schema =
        """
        {'type':'object','properties':{'a':{'type':'string'},'b':{'type':'string'}},
         'oneOf':[{'required':['a']},{'required':['b']}]}
        """;

    assertThat(problems(schema, "{}"))
        .containsExactly(
            "<nil>: Invalid value: \"\": \"v\" must validate one and only one schema (oneOf). Found"
                + " none valid",
            "v.a: Required value");
    assertThat(problems(schema, "{'a':'1','b':'2'}"))
        .containsExactly(
            "<nil>: Invalid value: \"\": \"v\" must validate one and only one schema (oneOf). Found"
                + " 2 valid alternatives");
    assertThat(problems(schema, "{'a':'1'}")).isEmpty();
  }

  @Test
  void ratchetsUnchangedValues() {
    StructuralSchema schema =
        of(
            """
            {'type':'object','properties':{
              'bad':{'type':'string','maxLength':1},
              'list':{'type':'array','x-kubernetes-list-type':'map','x-kubernetes-list-map-keys':['k'],
                'items':{'type':'object','properties':{
                  'k':{'type':'string'},'n':{'type':'integer','maximum':1}}}}}}
            """);
    JsonObject old = json("{'v':{'bad':'long','list':[{'k':'a','n':5},{'k':'b','n':1}]}}");
    JsonObject moved = json("{'v':{'bad':'long','list':[{'k':'b','n':1},{'k':'a','n':5}]}}");
    JsonObject changed = json("{'v':{'bad':'longer','list':[{'k':'a','n':5},{'k':'b','n':7}]}}");

    assertThat(schema.violations(moved, old)).isEmpty();
    assertThat(schema.violations(changed, old))
        .extracting(FieldError::field)
        .containsExactlyInAnyOrder("v.bad", "v.list[1].n");
  }

  @Test
  void validatesTheStatusAlone() {
    StructuralSchema schema =
        StructuralSchema.of(
            json(
                """
                {'type':'object','properties':{'spec':{'type':'string'},
                  'status':{'type':'object','properties':{'n':{'type':'integer'}}}}}
                """));

    assertThat(schema.violations(json("{'spec':5,'status':{'n':'x'}}"), null, "status"))
        .map(FieldError::toString)
        .containsExactly(
            "status.n: Invalid value: \"string\": n in body must be of type integer: \"string\"");
  }

  @Test
  void reportsDuplicateKeysAndSetValues() {
    StructuralSchema schema =
        StructuralSchema.of(
            json(
                """
                {'type':'object','properties':{
                  'set':{'type':'array','x-kubernetes-list-type':'set','items':{'type':'string'}},
                  'map':{'type':'array','x-kubernetes-list-type':'map',
                    'x-kubernetes-list-map-keys':['k'],'items':{'type':'object'}}}}
                """));

    assertThat(schema.duplicates(json("{'set':['a','b','a','a'],'map':[{'k':1},{'k':2},{'k':1}]}")))
        .map(FieldError::toString)
        .containsExactly("set[2]: Duplicate value: \"a\"", "map[2]: Duplicate value: {\"k\":1}");
  }

  @Test
  void fillsInDefaultsWithoutCreatingParents() {
    StructuralSchema schema =
        StructuralSchema.of(
            json(
                """
                {'type':'object','properties':{
                  'spec':{'type':'object','properties':{'d':{'type':'string','default':'x'}}},
                  'list':{'type':'array','items':{'type':'string','default':'i'}}}}
                """));
    JsonObject without = json("{}");
    JsonObject with = json("{'spec':{'d':null},'list':[null]}");

    assertThat(schema.complete(without)).isFalse();
    assertThat(schema.complete(with)).isTrue();

    assertThat(with).isEqualTo(json("{'spec':{'d':'x'},'list':['i']}"));
  }

  @Test
  void prunesMetadataByItsBuiltInType() {
    StructuralSchema schema =
        of(
            "{'type':'object','x-kubernetes-embedded-resource':true,"
                + "'x-kubernetes-preserve-unknown-fields':true}");
    JsonObject object =
        json(
            "{'v':{'kind':'Pod','metadata':{'bogus':1,'name':'x'},'z':1},'metadata':{'zz':1},'a':1}");

    assertThat(schema.prune(object)).containsExactly("metadata.zz", "a", "v.metadata.bogus");
    assertThat(object)
        .isEqualTo(json("{'v':{'kind':'Pod','metadata':{'name':'x'},'z':1},'metadata':{}}"));
  }

  @Test
  void mergeTypesFollowTheSchema() {
    StructuralSchema schema =
        StructuralSchema.of(
            json(
                """
                {'type':'object','properties':{
                  'map':{'type':'object','additionalProperties':{'type':'string'}},
                  'atomic':{'type':'object','x-kubernetes-map-type':'atomic'},
                  'free':{'x-kubernetes-preserve-unknown-fields':true},
                  'list':{'type':'array','x-kubernetes-list-type':'map',
                    'x-kubernetes-list-map-keys':['k'],'items':{'type':'object'}}}}
                """));

    assertThat(schema.shape()).isEqualTo(Shape.STRUCT);
    assertThat(member(schema, "map").shape()).isEqualTo(Shape.MAP);
    assertThat(member(schema, "atomic").atomic()).isTrue();
    assertThat(member(schema, "free").shape()).isEqualTo(Shape.ANY);
    assertThat(member(schema, "list").listType()).isEqualTo(ListType.MAP);
    assertThat(member(schema, "list").keys()).containsExactly("k");
    assertThat(member(schema, "metadata").shape()).isEqualTo(Shape.STRUCT);
    assertThat(schema.member("nothing")).isNull();
  }

  private static Schema member(Schema schema, String name) {
    return Objects.requireNonNull(schema.member(name));
  }

  @Test
  void hostilePatternTakesLinearTime() {
    String text = "'" + "a".repeat(20_000) + "!'";

    assertThat(problems("{'type':'string','pattern':'^(a+)+$'}", text)).hasSize(1);
  }
}
