package io.listwatch.storage.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import io.etcd.jetcd.api.Event;
import io.etcd.jetcd.api.Event.EventType;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.WatchResponse;
import io.listwatch.storage.Change;
import io.listwatch.storage.ChangeSet;
import io.listwatch.storage.Key;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RevisionAssemblerTest {
  private final RevisionAssembler assembler =
      new RevisionAssembler(new Keyspace("/p"), Jumps.NONE, 10);

  @Test
  void keepsARevisionThatContinuesInTheNextFragment() {
    assertThat(assembler.add(part(created("a", 11), created("b", 12)))).hasSize(1);
    assertThat(assembler.add(part(created("c", 12)))).isEmpty();

    var sets = assembler.add(whole(created("d", 12), created("e", 13)));

    assertThat(sets).extracting(ChangeSet::revision).containsExactly(12L, 13L);
    assertThat(sets.get(0).changes())
        .extracting(Change::key)
        .containsExactly(Key.of("b"), Key.of("c"), Key.of("d"));
    assertThat(assembler.position()).isEqualTo(13);
  }

  @Test
  void restartDropsAnIncompleteRevision() {
    assembler.add(part(created("a", 11), created("b", 12)));
    assertThat(assembler.position()).isEqualTo(11);

    assembler.restart();

    var sets = assembler.add(whole(created("a", 11), created("b", 12), created("c", 12)));
    assertThat(sets).extracting(ChangeSet::revision).containsExactly(12L);
    assertThat(sets.get(0).changes()).hasSize(2);
  }

  @Test
  void skipsEventsDeliveredBefore() {
    assertThat(assembler.add(whole(created("a", 9), created("b", 10)))).isEmpty();

    assembler.progressTo(20);

    assertThat(assembler.add(whole(created("c", 20), created("d", 21))))
        .extracting(ChangeSet::revision)
        .containsExactly(21L);
  }

  @Test
  void stopsDeliveringIfAPreviousValueIsMissing() {
    var event = Event.newBuilder().setType(EventType.DELETE).setKv(stored("a", 0, 12)).build();

    var sets = assembler.add(whole(created("b", 11), created("c", 12), event, created("d", 13)));

    assertThat(sets).extracting(ChangeSet::revision).containsExactly(11L);
    assertThat(assembler.broken()).isTrue();
    assertThat(assembler.position()).isEqualTo(11);
    assembler.restart();
    assertThat(assembler.broken()).isFalse();
  }

  private static Event created(String key, long revision) {
    return Event.newBuilder().setType(EventType.PUT).setKv(stored(key, revision, revision)).build();
  }

  private static KeyValue stored(String key, long created, long revision) {
    return KeyValue.newBuilder()
        .setKey(ByteString.copyFromUtf8("/p/keys/" + key))
        .setCreateRevision(created)
        .setModRevision(revision)
        .build();
  }

  private static WatchResponse whole(Event... events) {
    return WatchResponse.newBuilder().addAllEvents(List.of(events)).build();
  }

  private static WatchResponse part(Event... events) {
    var fragment = UnknownFieldSet.Field.newBuilder().addVarint(1).build();
    return whole(events).toBuilder()
        .setUnknownFields(UnknownFieldSet.newBuilder().addField(7, fragment).build())
        .build();
  }
}
