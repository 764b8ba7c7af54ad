package io.listwatch.objects.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.ResourceType;
import io.listwatch.objects.schema.Schema.ListType;
import io.listwatch.objects.schema.Schema.Shape;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class BuiltInTypesTest {
  private static final BuiltInTypes TYPES = BuiltInTypes.load();

  @Test
  void findsKindsByResourceType() {
    assertThat(TYPES.find(ResourceType.namespaced("apps/v1", "Deployment", "deployments")))
        .map(ObjectSchema::name)
        .contains("apps/v1.Deployment");
    assertThat(TYPES.find(ResourceType.namespaced("example.com/v1", "Widget", "widgets")))
        .isEmpty();
  }

  @Test
  void memberDeclaresEncodingMergeTypeAndPatchStrategy() {
    FieldSchema ports = field("", "Pod", "spec", "containers", "ports");

    assertThat(ports.numbers()).isEqualTo("6");
    assertThat(ports.omitEmpty()).isTrue();
    assertThat(ports.type().listType()).isEqualTo(ListType.MAP);
    assertThat(ports.type().keys()).containsExactly("containerPort", "protocol");
    assertThat(ports.merges()).isTrue();
    assertThat(ports.mergeKey()).isEqualTo("containerPort");
  }

  @Test
  void inlinedMemberHasThePathOfItsProtobufNumbers() {
    assertThat(field("", "Pod", "spec", "containers", "livenessProbe", "httpGet").numbers())
        .isEqualTo("1.2");
  }

  @Test
  void memberOverridesTheMergeTypeOfItsStruct() {
    assertThat(field("", "PersistentVolume", "spec", "claimRef").type().atomic()).isFalse();
    assertThat(field("", "Event", "involvedObject").type().atomic()).isTrue();
    assertThat(field("", "Pod", "spec", "nodeSelector").type().atomic()).isTrue();
  }

  @Test
  void defaultsOfTheTableAreJson() {
    FieldSchema protocol = field("", "Pod", "spec", "containers", "ports", "protocol");

    assertThat(protocol.defaultValue()).isEqualTo("\"TCP\"");
  }

  @Test
  void readsEveryType() {
    Set<String> seen = new HashSet<>();
    Deque<ObjectSchema> open = new ArrayDeque<>();
    for (String kind : List.of("Pod", "Node", "Service", "Event", "PersistentVolume")) {
      open.add(TYPES.find("", "v1", kind).orElseThrow());
    }
    open.add(TYPES.find("apiextensions.k8s.io", "v1", "CustomResourceDefinition").orElseThrow());
    while (!open.isEmpty()) {
      ObjectSchema type = open.poll();
      if (seen.add(type.name())) {
        type.fields().forEach(field -> addStruct(field.type(), open));
      }
    }

    assertThat(seen).contains("meta/v1.ObjectMeta", "apiextensions/v1.JSONSchemaProps");
    assertThat(seen).hasSizeGreaterThan(150);
  }

  private static void addStruct(ValueSchema type, Deque<ObjectSchema> open) {
    if (type instanceof ObjectSchema struct) {
      open.add(struct);
    } else if (type instanceof ValueSchema.ListOf list) {
      addStruct(list.item(), open);
    } else if (type instanceof ValueSchema.MapOf map) {
      addStruct(map.value(), open);
    }
  }

  private static FieldSchema field(String group, String kind, String... path) {
    Schema type = TYPES.find(group, "v1", kind).orElseThrow();
    FieldSchema field = null;
    for (String name : path) {
      field = ((ObjectSchema) (type.shape() == Shape.LIST ? type.item() : type)).field(name);
      type = Objects.requireNonNull(field).type();
    }
    return Objects.requireNonNull(field);
  }
}
