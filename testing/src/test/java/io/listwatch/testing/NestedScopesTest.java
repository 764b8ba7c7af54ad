package io.listwatch.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestClassOrder;

/** A server of each method is its own, also beside classes that share one. */
@TestClassOrder(ClassOrderer.OrderAnnotation.class)
final class NestedScopesTest {
  private static final Set<URI> ADDRESSES = ConcurrentHashMap.newKeySet();

  @Nested
  @Order(1)
  @ListwatchTest
  final class OneForAll {
    @Test
    void isTheFirst(TestServer server) {
      assertThat(ADDRESSES.add(server.address())).isTrue();
    }
  }

  @Nested
  @Order(2)
  @ListwatchTest(scope = ServerScope.METHOD)
  final class OneForEach {
    @Test
    void isAnother(TestServer server) {
      assertThat(ADDRESSES.add(server.address())).isTrue();
    }
  }
}
