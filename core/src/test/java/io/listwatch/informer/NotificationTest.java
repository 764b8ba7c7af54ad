package io.listwatch.informer;

import static io.listwatch.model.Notes.note;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.informer.Notification.Added;
import io.listwatch.informer.Notification.Deleted;
import io.listwatch.informer.Notification.Updated;
import io.listwatch.model.Resource;
import org.junit.jupiter.api.Test;

final class NotificationTest {
  private static final Resource V1 = note("a", 1);
  private static final Resource V2 = note("a", 2);
  private static final Resource V3 = note("a", 3);

  @Test
  void addAndUpdateMergeToAnAddThatStaysInitial() {
    assertThat(Notification.merge(new Added(V1, true), new Updated(V1, V2)))
        .isEqualTo(new Added(V2, true));
    assertThat(Notification.merge(new Added(V1, false), new Updated(V1, V2)))
        .isEqualTo(new Added(V2, false));
  }

  @Test
  void addAndDeleteCancelOut() {
    assertThat(Notification.merge(new Added(V1, true), new Deleted(V2, false))).isNull();
  }

  @Test
  void twoUpdatesMergeToOne() {
    assertThat(Notification.merge(new Updated(V1, V2), new Updated(V2, V3)))
        .isEqualTo(new Updated(V1, V3));
  }

  @Test
  void updateAndDeleteMergeToADelete() {
    assertThat(Notification.merge(new Updated(V1, V2), new Deleted(V3, false)))
        .isEqualTo(new Deleted(V3, false));
    assertThat(Notification.merge(new Updated(V1, V2), new Deleted(V2, true)))
        .isEqualTo(new Deleted(V2, true));
  }

  @Test
  void resyncAndUpdateMergeToTheUpdate() {
    assertThat(Notification.merge(new Updated(V1, V1), new Updated(V1, V2)))
        .isEqualTo(new Updated(V1, V2));
    assertThat(Notification.merge(new Updated(V1, V2), new Updated(V2, V2)))
        .isEqualTo(new Updated(V1, V2));
    assertThat(Notification.merge(new Added(V1, true), new Updated(V1, V1)))
        .isEqualTo(new Added(V1, true));
    assertThat(Notification.merge(new Updated(V1, V1), new Deleted(V2, false)))
        .isEqualTo(new Deleted(V2, false));
  }

  @Test
  void deletionAndLaterCreationAreNotMerged() {
    assertThat(Notification.mergeable(new Deleted(V1, false), new Added(V2, false))).isFalse();
    assertThat(Notification.mergeable(new Deleted(V1, true), new Added(V2, false))).isFalse();
  }
}
