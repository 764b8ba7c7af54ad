package io.listwatch.server.http.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.selector.FieldSelector;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.builtin.BuiltInResources;
import org.junit.jupiter.api.Test;

final class SelectableFieldNamesTest {
  private final ResourceRegistry registry = new ResourceRegistry(BuiltInResources.load());

  @Test
  void acceptsOldNameOfPodNodeField() {
    assertThat(convert("pods", "spec.host=a,status.phase!=Failed"))
        .hasToString("spec.nodeName=a,status.phase!=Failed");
  }

  @Test
  void rejectsOldNameForOtherKinds() {
    assertThatThrownBy(() -> convert("nodes", "spec.host=a"))
        .hasMessageContaining("field label not supported: spec.host");
  }

  private FieldSelector convert(String plural, String selector) {
    return SelectableFieldNames.of(registry.find("", "v1", plural).orElseThrow())
        .convert(FieldSelector.parse(selector));
  }
}
