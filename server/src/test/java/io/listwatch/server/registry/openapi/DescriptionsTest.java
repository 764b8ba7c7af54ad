package io.listwatch.server.registry.openapi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.ObjectSchema;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class DescriptionsTest {
  private final BuiltInTypes types = BuiltInTypes.load();

  @Test
  void everyDescriptionBelongsToAnExistingTypeOrField() throws IOException {
    var unknown = new ArrayList<String>();
    String type = "";
    for (String line : lines()) {
      String word = line.strip().split(" ", 2)[0];
      type = line.startsWith(" ") ? type : word;
      boolean known = line.startsWith(" ") ? hasField(type, word) : hasType(type);
      if (!known || !line.endsWith(".")) {
        unknown.add(type + ": " + line);
      }
    }

    assertThat(unknown).isEmpty();
  }

  private boolean hasType(String name) {
    return name.startsWith("*") || types.named(name).isPresent();
  }

  private boolean hasField(String type, String field) {
    return type.startsWith("*")
        || types.named(type).filter(found -> found.field(field) != null).isPresent();
  }

  @Test
  void describesCommonFieldsOfKindsAndStatuses() {
    ObjectSchema pod = types.named("core/v1.Pod").orElseThrow();
    ObjectSchema condition = types.named("core/v1.PodCondition").orElseThrow();
    ObjectSchema status = types.named("core/v1.PodStatus").orElseThrow();

    assertThat(Descriptions.of(pod, "status")).isPresent();
    assertThat(Descriptions.of(status, "conditions")).isPresent();
    assertThat(Descriptions.of(condition, "status")).isEmpty();
  }

  private static List<String> lines() throws IOException {
    try (InputStream in = Descriptions.class.getResourceAsStream("descriptions.txt")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .toList();
    }
  }
}
