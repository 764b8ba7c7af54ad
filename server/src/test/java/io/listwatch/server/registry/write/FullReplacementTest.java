package io.listwatch.server.registry.write;

import static io.listwatch.server.registry.write.WriteFixture.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.ResourceType;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.RepeatedField;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The change of a PUT. */
final class FullReplacementTest {
  private static final ResourceType BINDING = ResourceType.namespaced("v1", "Binding", "bindings");

  private static FullReplacement of(String sent) {
    return new FullReplacement(new DecodedObject(json(sent), List.of()));
  }

  @Test
  void everyAttemptGetsACopyOfTheBody() {
    FullReplacement change = of("{'data':{'k':'v'}}");
    JsonObject first = change.of(json("{'data':{'other':'1'}}"));

    first.removeAll();

    assertThat(change.of(null)).isEqualTo(json("{'data':{'k':'v'}}"));
  }

  @Test
  void resultDependsOnlyOnBody() {
    FullReplacement change = of("{}");

    assertThat(change.standsAlone()).isTrue();
    assertThat(change.recordsOwners()).isFalse();
    assertThat(change.creates()).isFalse();
  }

  @Test
  void reportsDuplicateFieldsOfBody() {
    List<RepeatedField> repeated = List.of(RepeatedField.of("data.k"));

    assertThat(new FullReplacement(new DecodedObject(json("{}"), repeated)).duplicates())
        .isEqualTo(repeated);
  }

  @Test
  void uidOfTheBodyIsThePrecondition() {
    assertThat(of("{'metadata':{'uid':'u1'}}").uid()).isEqualTo("u1");
    assertThat(of("{'metadata':{}}").uid()).isEmpty();
    assertThat(of("{}").uid()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'kind':'Binding'}",
        "{'apiVersion':'v1'}",
        "{'apiVersion':'v1','kind':'Binding'}",
        "{'apiVersion':'','kind':''}",
      })
  void acceptsMissingKind(String sent) {
    of(sent).checkKind(BINDING);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'kind':'Pod'} | Pod in version \"v1\" cannot be handled as a Binding: converting (v1.Pod)"
            + " to (core.Binding): unknown conversion",
        "{'apiVersion':'apps/v1'} | Binding in version \"v1\" cannot be handled as a Binding: no"
            + " kind \"Binding\" is registered for version \"apps/v1\" in scheme"
            + " \"pkg/api/legacyscheme/scheme.go:30\"",
        "{'apiVersion':'x/v2','kind':'Y'} | Y in version \"v2\" cannot be handled as a Binding: no"
            + " kind \"Y\" is registered for version \"x/v2\" in scheme"
            + " \"pkg/api/legacyscheme/scheme.go:30\"",
      })
  void rejectsAnotherKind(String sent, String error) {
    assertThatThrownBy(() -> of(sent).checkKind(BINDING)).hasMessageContaining(error);
  }

  @Test
  void checksTheTypesOfValues() {
    of("{'target':{'name':'n'}}").checkValues(BINDING);

    assertThatThrownBy(() -> of("{'target':{'name':1}}").checkValues(BINDING))
        .hasMessageContaining("Binding in version \"v1\" cannot be handled as a Binding: ");
  }
}
