package io.listwatch.server.registry.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.listwatch.model.ResourceType;
import io.listwatch.objects.kinds.validation.KindRules;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.builtin.BuiltInResources;
import io.listwatch.server.registry.table.ComputedColumns;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class BuiltInKindsTest {
  private static final List<ResourceDefinition> DEFINITIONS = BuiltInResources.load();

  @Test
  void everyBuiltInResourceIsRegistered() {
    assertThat(BuiltInKinds.resources()).isEqualTo(resources(DEFINITIONS));
  }

  @Test
  void onlyBuiltInKindsHaveRules() {
    assertThat(BuiltInKinds.resources()).containsAll(KindRules.resources());
  }

  @Test
  void exactlyTheKindsWithComputedColumnsHaveARow() {
    List<ResourceDefinition> computed =
        DEFINITIONS.stream().filter(each -> each.columns() instanceof ComputedColumns).toList();
    List<ResourceDefinition> withRow =
        DEFINITIONS.stream()
            .filter(each -> BuiltInKinds.of(each.type()).row().isPresent())
            .toList();

    assertThat(withRow).isEqualTo(computed);
  }

  @Test
  void rejectsCustomKind() {
    ResourceType notes = ResourceType.namespaced("example.com/v1", "Note", "notes");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> BuiltInKinds.of(notes))
        .withMessageContaining("notes.example.com");
  }

  private static Set<String> resources(List<ResourceDefinition> definitions) {
    return definitions.stream()
        .map(each -> each.type().toString())
        .collect(Collectors.toUnmodifiableSet());
  }
}
