package io.listwatch.testing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

@ListwatchTest
final class ListwatchExtensionTest {
  private static TestServer shared;

  private final TestServer own;

  ListwatchExtensionTest(TestServer own) {
    this.own = own;
  }

  @BeforeAll
  static void remember(TestServer server) {
    shared = server;
  }

  @AfterAll
  static void isStillTheSame(TestServer server) {
    assertThat(server).isSameAs(shared);
  }

  @Test
  void methodsAreGivenTheServerOfTheirClass(TestServer server) {
    assertThat(server).isSameAs(shared);
  }

  @Test
  void constructorsAreGivenTheServerOfTheirClass() {
    assertThat(own).isSameAs(shared);
  }

  @Nested
  final class Inside {
    @Test
    void nestedClassesShareTheServerOfTheOuter(TestServer server) {
      assertThat(server).isSameAs(shared);
    }
  }
}
