package io.listwatch.server.http.encoding;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.ResourceVersion;
import io.listwatch.model.WatchEvent;
import io.listwatch.server.http.request.Representation;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.builtin.BuiltInResources;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class BookmarkObjectTest {
  private static final ResourceRegistry REGISTRY = new ResourceRegistry(BuiltInResources.load());
  private static final WatchEvent.Bookmark BOOKMARK =
      new WatchEvent.Bookmark(ResourceVersion.of(7), true);

  static Stream<String> recorded() throws IOException {
    try (InputStream in = BookmarkObjectTest.class.getResourceAsStream("bookmarks.txt")) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), UTF_8);
      return text.lines().filter(line -> !line.startsWith("#"));
    }
  }

  @ParameterizedTest
  @MethodSource("recorded")
  void bookmarkHasEmptyShapeOfItsKind(String line) {
    String[] parts = line.split(" ", 3);
    String[] version = parts[0].split("/", 2);
    ResourceDefinition definition = REGISTRY.find(version[0], version[1], parts[1]).orElseThrow();

    byte[] object = BookmarkObject.of(BOOKMARK, definition, Representation.json(false));

    assertThat(new String(object, UTF_8)).isEqualTo(parts[2]);
  }
}
