package io.listwatch.informer;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.ListOptions;
import io.listwatch.model.Notes;
import io.listwatch.model.VersionMatch;
import io.listwatch.model.WatchOptions;
import io.listwatch.reflector.FakeCollection;
import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.LabelSelector;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class SelectedSourceTest {
  private static final LabelSelector LABELS = LabelSelector.parse("app=web");
  private static final FieldSelector FIELDS = FieldSelector.parse("metadata.name=a");

  private final FakeCollection collection = new FakeCollection();
  private final Selection selection = Selection.of(Notes.TYPE).where(LABELS).where(FIELDS);

  @Test
  void addsTheSelectorsToEveryRequest() throws Exception {
    var source = new SelectedSource(collection, selection);

    source.list(ListOptions.ALL.limitedTo(5));
    source.watch(WatchOptions.after(collection.version())).close();

    assertThat(collection.lists())
        .containsExactly(ListOptions.ALL.limitedTo(5).where(LABELS).where(FIELDS));
    assertThat(collection.watchRequests())
        .containsExactly(WatchOptions.after(collection.version()).where(LABELS).where(FIELDS));
  }

  @Test
  void modifierIsAppliedLast() throws Exception {
    var modifier =
        new OptionsModifier() {
          @Override
          public ListOptions list(ListOptions options) {
            assertThat(options.labels()).isEqualTo(LABELS);
            return options.at(VersionMatch.any()).limitedTo(3);
          }

          @Override
          public WatchOptions watch(WatchOptions options) {
            assertThat(options.labels()).isEqualTo(LABELS);
            return options.endingAfter(Duration.ofSeconds(9));
          }
        };
    var source = new SelectedSource(collection, selection.modifiedBy(modifier));

    source.list(ListOptions.ALL);
    source.watch(WatchOptions.after(collection.version())).close();

    assertThat(collection.lists().get(0).limit()).isEqualTo(3);
    assertThat(collection.watchRequests().get(0).timeout()).isEqualTo(Duration.ofSeconds(9));
  }

  @Test
  void delegatesStreamingSupportToTheSource() {
    var source = new SelectedSource(collection, selection);
    assertThat(source.streamsInitialEvents()).isTrue();

    collection.streams(false);
    assertThat(source.streamsInitialEvents()).isFalse();
  }
}
