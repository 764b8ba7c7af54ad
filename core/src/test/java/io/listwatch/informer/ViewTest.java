package io.listwatch.informer;

import static io.listwatch.model.Notes.key;
import static io.listwatch.model.Notes.note;
import static io.listwatch.model.Notes.version;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.json.JsonPath;
import io.listwatch.model.Resource;
import io.listwatch.selector.LabelSelector;
import org.junit.jupiter.api.Test;

final class ViewTest {
  private final DecodedObjectsTest.CountingCodec codec = new DecodedObjectsTest.CountingCodec();
  private final DecodedObjects<StringBuilder> decoded = new DecodedObjects<>(codec, 10_000, null);

  @Test
  void headerAndPathsAreReadWithoutDecoding() {
    View<StringBuilder> view = view(note("a", 7, "hello"));

    assertThat(view.key()).isEqualTo(key("a"));
    assertThat(view.version()).isEqualTo(version(7));
    assertThat(LabelSelector.parse("app=notes").matches(view.labels())).isTrue();
    assertThat(view.text(JsonPath.of("text"))).contains("hello");
    assertThat(view.text(JsonPath.of("nothing"))).isEmpty();
    assertThat(view.resource()).isEqualTo(note("a", 7, "hello"));
    assertThat(codec.decodings).hasValue(0);
  }

  @Test
  void viewsOfAStateShareTheDecodedObject() {
    assertThat(view(note("a", 7)).get()).isSameAs(view(note("a", 7)).get());
    assertThat(codec.decodings).hasValue(1);
  }

  @Test
  void copyIsADistinctObject() {
    View<StringBuilder> view = view(note("a", 7));

    assertThat(view.copy()).isNotSameAs(view.copy()).isNotSameAs(view.get());
  }

  @Test
  void viewsOfOneStateAreEqual() {
    assertThat(view(note("a", 7))).isEqualTo(view(note("a", 7))).isNotEqualTo(view(note("a", 8)));
    assertThat(view(note("a", 7))).hasSameHashCodeAs(view(note("a", 7)));
    assertThat(view(note("a", 7, "secret"))).hasToString("Note default/a @7");
  }

  @Test
  void rawViewDecodesNothing() {
    Resource object = note("a", 7);

    assertThat(new View<>(object, new DecodedObjects<>(ObjectCodec.raw(), 0, null)).get())
        .isSameAs(object);
  }

  private View<StringBuilder> view(Resource object) {
    return new View<>(object, decoded);
  }
}
