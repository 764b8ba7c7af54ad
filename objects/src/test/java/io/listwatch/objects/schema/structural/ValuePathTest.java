package io.listwatch.objects.schema.structural;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ValuePathTest {
  private final ValuePath path = new ValuePath();

  @Test
  void isEmptyAtTheRoot() {
    assertThat(path.atRoot()).isTrue();
    assertThat(path).hasToString("");
    assertThat(path.withKeys()).isEmpty();
  }

  @Test
  void separatesMembersByDotsAndPutsIndexesIntoBrackets() {
    path.enter("spec");
    path.enter("list");
    path.enter(0);
    path.enter(12);
    path.enter("x");

    assertThat(path.atRoot()).isFalse();
    assertThat(path).hasToString("spec.list[0][12].x");
  }

  @Test
  void writesMapKeysInBracketsIfAsked() {
    path.enter("map");
    path.enterKey("a.b/c");
    path.enter("x");

    assertThat(path).hasToString("map.a.b/c.x");
    assertThat(path.withKeys()).isEqualTo("map[a.b/c].x");
    assertThat(path.withKeys("y")).isEqualTo("map[a.b/c].x.y");
    assertThat(path.withKeys()).isEqualTo("map[a.b/c].x");
  }

  @Test
  void beginsWithAKeyOrAnIndex() {
    path.enterKey("k");
    assertThat(path.withKeys()).isEqualTo("[k]");
    assertThat(path).hasToString("k");
    path.leave();

    path.enter(3);
    assertThat(path).hasToString("[3]");
  }

  @Test
  void returnsToTheParent() {
    path.enter("a");
    path.enter("b");
    path.leave();
    path.enter(1);
    assertThat(path).hasToString("a[1]");

    path.leave();
    path.leave();

    assertThat(path.atRoot()).isTrue();
  }

  @Test
  void growsWithTheDepth() {
    for (int i = 0; i < 100; i++) {
      path.enter("a");
      path.enter(i);
    }

    assertThat(path.toString()).startsWith("a[0].a[1].").endsWith(".a[99]");
  }
}
