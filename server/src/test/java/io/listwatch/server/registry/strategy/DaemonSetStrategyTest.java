package io.listwatch.server.registry.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.verbs.ObjectsUnderTest;
import io.listwatch.server.registry.verbs.VerbsFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class DaemonSetStrategyTest {
  private static final String COUNT = "deprecated.daemonset.template.generation";
  private static final String SET =
      "{'metadata':{'name':'d'%s},'spec':{'selector':{'matchLabels':{'a':'b'}},"
          + "'template':{'metadata':{'labels':{'a':'b'}},"
          + "'spec':{'containers':[{'name':'c','image':'i'}]}}}}";

  private final VerbsFixture fixture = new VerbsFixture();
  private final ObjectsUnderTest sets = new ObjectsUnderTest(fixture, "apps", "daemonsets");

  @BeforeEach
  void namespace() {
    ObjectsUnderTest.createNamespace(fixture);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private static String annotated(String count) {
    return SET.formatted(",'annotations':{'%s':'%s'}".formatted(COUNT, count));
  }

  private static String count(JsonValue set) {
    return set.path("metadata").path("annotations").path(COUNT).asText();
  }

  @Test
  void newTemplateHasGenerationOne() {
    JsonValue set = sets.create(SET.formatted(""));

    assertThat(count(set)).isEqualTo("1");
    assertThat(
            set.at("/metadata/managedFields/0/fieldsV1/f:metadata/f:annotations").has("f:" + COUNT))
        .isTrue();
  }

  @Test
  void malformedTemplateGenerationIsReplaced() {
    assertThat(count(sets.create(annotated("many")))).isEqualTo("1");
  }

  @Test
  void templateGenerationOfClientIsKeptOnCreate() {
    assertThat(count(sets.create(annotated("7")))).isEqualTo("7");
  }

  @Test
  void onlyTemplateChangesIncrementTemplateGeneration() {
    sets.create(SET.formatted(""));

    sets.merge("d", "{'spec':{'minReadySeconds':5}}");
    assertThat(count(sets.get("d"))).isEqualTo("1");

    sets.merge("d", "{'spec':{'template':{'metadata':{'annotations':{'again':'yes'}}}}}");
    assertThat(count(sets.get("d"))).isEqualTo("2");
  }

  @Test
  void statusUpdateKeepsTemplateGeneration() {
    sets.create(SET.formatted(""));

    sets.update("d", "status", SET.formatted("").replace("'spec'", "'status':{},'spec'"));

    assertThat(count(sets.get("d"))).isEqualTo("1");
  }

  @Test
  void clientCannotChangeTemplateGeneration() {
    sets.create(SET.formatted(""));

    sets.merge("d", "{'metadata':{'annotations':{'%s':'9'}}}".formatted(COUNT));
    assertThat(count(sets.get("d"))).isEqualTo("1");

    sets.merge("d", "{'metadata':{'annotations':null}}");
    assertThat(count(sets.get("d"))).isEqualTo("1");
  }
}
