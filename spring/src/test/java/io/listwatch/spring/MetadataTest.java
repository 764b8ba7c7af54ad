package io.listwatch.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** The metadata that editors show describes every property, with its type and default. */
final class MetadataTest {
  private final Map<String, JsonNode> described = new TreeMap<>();

  MetadataTest() throws Exception {
    try (var file =
        getClass().getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
      for (JsonNode each : new ObjectMapper().readTree(file).path("properties")) {
        described.put(each.path("name").asText(), each);
      }
    }
  }

  @Test
  void describesEveryProperty() {
    assertThat(described.keySet())
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(
                    names("listwatch.", ListwatchProperties.class)
                        .filter(name -> !name.equals("listwatch.leader-election")),
                    names("listwatch.leader-election.", ListwatchProperties.LeaderElection.class),
                    Stream.of("management.health.listwatch.enabled"))
                .flatMap(each -> each)
                .toList());
    assertThat(described.values())
        .allSatisfy(each -> assertThat(each.path("description").asText()).endsWith("."));
  }

  @Test
  void defaultsAndTypesMatchTheCode() {
    check("listwatch.", ListwatchProperties.class);
    check("listwatch.leader-election.", ListwatchProperties.LeaderElection.class);
  }

  private void check(String prefix, Class<?> type) {
    // The annotations are those of the constructor's parameters, not of the components.
    Parameter[] parameters = type.getDeclaredConstructors()[0].getParameters();
    for (int i = 0; i < parameters.length; i++) {
      RecordComponent each = type.getRecordComponents()[i];
      JsonNode property = described.get(prefix + kebab(each.getName()));
      if (property != null) {
        String typeName = property.path("type").asText();
        assertThat(typeName.substring(typeName.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT))
            .isEqualTo(each.getType().getSimpleName().toLowerCase(Locale.ROOT));
        DefaultValue value = parameters[i].getAnnotation(DefaultValue.class);
        assertThat(property.path("defaultValue").asText())
            .as(each.getName())
            .isEqualTo(value == null ? "" : value.value()[0]);
      }
    }
  }

  private static Stream<String> names(String prefix, Class<?> type) {
    return Stream.of(type.getRecordComponents()).map(each -> prefix + kebab(each.getName()));
  }

  private static String kebab(String name) {
    return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }
}
