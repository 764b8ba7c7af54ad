package io.listwatch.objects.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.Schema;
import org.junit.jupiter.api.Test;

final class UnmanagedApplyTest {
  private static final Schema POD = BuiltInTypes.load().find("", "v1", "Pod").orElseThrow();

  private static JsonObject object(String json) {
    return (JsonObject) JsonTrees.read(json.replace('\'', '"'));
  }

  private static String apply(String object, String configuration) {
    return UnmanagedApply.apply(object(object), object(configuration), POD)
        .toString()
        .replace('"', '\'');
  }

  @Test
  void mergesListItemsByKeyAndKeepsTheRest() {
    assertThat(
            apply(
                "{'spec':{'containers':[{'name':'a','image':'i'},{'name':'b'}]}}",
                "{'spec':{'containers':[{'name':'a','tty':true}],'hostname':'h'}}"))
        .isEqualTo(
            "{'spec':{'containers':[{'name':'a','image':'i','tty':true},{'name':'b'}],"
                + "'hostname':'h'}}");
  }

  @Test
  void rejectsAtomicValues() {
    assertThatThrownBy(
            () ->
                apply(
                    "{}",
                    "{'spec':{'containers':[{'name':'a','args':['x']}],'nodeSelector':{'k':'v'}}}"))
        .isInstanceOf(PatchException.class)
        .hasMessage(
            "invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs:"
                + " .spec.containers[0].args, .spec.nodeSelector");
  }

  @Test
  void rejectsUnknownFieldsAndWrongTypes() {
    assertThatThrownBy(() -> apply("{}", "{'spec':{'bogus':1}}"))
        .hasMessage(
            "failed to convert patch object to typed object: .spec.bogus: field not declared in"
                + " schema");
    assertThatThrownBy(() -> apply("{}", "{'spec':{'hostname':1}}"))
        .hasMessageStartingWith(
            "failed to convert patch object to typed object: .spec.hostname: expected string");
  }
}
