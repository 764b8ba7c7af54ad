package io.listwatch.objects.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.ResourceType;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.BuiltInForm;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.ObjectSchema;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

final class KindDefaultsTest {
  /** The API groups of packages with shorter names. */
  private static final Map<String, String> GROUPS =
      Map.of(
          "core", "",
          "admissionregistration", "admissionregistration.k8s.io",
          "apiregistration", "apiregistration.k8s.io",
          "discovery", "discovery.k8s.io",
          "flowcontrol", "flowcontrol.apiserver.k8s.io",
          "networking", "networking.k8s.io",
          "rbac", "rbac.authorization.k8s.io",
          "resource", "resource.k8s.io",
          "scheduling", "scheduling.k8s.io",
          "storage", "storage.k8s.io");

  /** Returns an object of the kind with these members and its defaults. */
  private static JsonValue filled(String apiVersion, String kind, String json) {
    ResourceType type = ResourceType.namespaced(apiVersion, kind, kind + "s");
    ObjectSchema schema = BuiltInTypes.load().find(type).orElseThrow();
    var form = new BuiltInForm(schema);
    JsonObject object = form.normalize((JsonObject) JsonTrees.read(json));
    KindDefaults.of(type).fill(object);
    JsonObject once = form.normalize(object);
    KindDefaults.of(type).fill(object);
    assertThat(form.normalize(object)).as("filled twice").isEqualTo(once);
    return once;
  }

  @TestFactory
  List<DynamicTest> fillsInDefaults() throws IOException {
    try (InputStream in = getClass().getResourceAsStream("filled.txt")) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      return text.lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> DynamicTest.dynamicTest(line, () -> check(line.split("\t", -1))))
          .toList();
    }
  }

  private static void check(String[] cells) {
    JsonValue found = filled(cells[0], cells[1], cells[2]).at(cells[3]);

    assertThat(found.isMissing() ? "" : found.toString()).isEqualTo(cells[4]);
  }

  @Test
  void kindWithoutDefaultsIsSkipped() {
    ResourceType configMap = ResourceType.namespaced("v1", "ConfigMap", "configmaps");

    assertThat(KindDefaults.of(configMap)).isSameAs(KindDefaults.NONE);
  }

  @Test
  void tablesNameExistingTypesAndMembers() {
    StreamSupport.stream(DefaultsTable.load().types().spliterator(), false)
        .forEach(
            name -> assertThat(StructDefaults.of(schema(name))).isNotSameAs(KindDefaults.NONE));
    DefaultRules.types()
        .forEach(
            name -> assertThat(StructDefaults.of(schema(name))).isNotSameAs(KindDefaults.NONE));
  }

  private static ObjectSchema schema(String name) {
    String[] parts = name.split("[/.]", -1);
    String group = GROUPS.getOrDefault(parts[0], parts[0]);
    return BuiltInTypes.load().find(group, parts[1], parts[2]).orElseThrow();
  }
}
