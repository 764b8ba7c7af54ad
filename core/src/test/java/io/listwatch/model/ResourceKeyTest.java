package io.listwatch.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ResourceKeyTest {
  @Test
  void printsTheNamespaceIfThereIsOne() {
    assertThat(ResourceKey.of("shop", "cart")).hasToString("shop/cart");
    assertThat(ResourceKey.of("node-1")).hasToString("node-1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"shop/cart", "node-1", "system:node"})
  void parsesItsPrintedForm(String text) {
    assertThat(ResourceKey.parse(text)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/", "/a", "a/", "a/b/c", "//"})
  void rejectsMalformedKeys(String text) {
    assertThatThrownBy(() -> ResourceKey.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  /** Otherwise the key a in namespace b and the cluster-scoped b/a would be ordered as equal. */
  @Test
  void rejectsSlashes() {
    assertThatThrownBy(() -> ResourceKey.of("a/b"))
        .hasMessage("name: a/b (expected: a name without a slash)");
    assertThatThrownBy(() -> ResourceKey.of("a/b", "c"))
        .hasMessage("namespace: a/b (expected: a name without a slash)");
  }

  @Test
  void isOrderedAsTheStorageOrdersIt() {
    assertThat(Stream.of("a/z", "a-b/c", "a", "a0/b", "b", "a/y").map(ResourceKey::parse).sorted())
        .map(ResourceKey::toString)
        .containsExactly("a", "a-b/c", "a/y", "a/z", "a0/b", "b");
  }
}
