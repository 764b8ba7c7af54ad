package io.listwatch.storage.etcd;

import static io.listwatch.storage.Stages.done;
import static io.listwatch.storage.Waiting.await;
import static io.listwatch.storage.etcd.Patience.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.etcd.jetcd.api.AlarmMember;
import io.etcd.jetcd.api.AlarmRequest;
import io.etcd.jetcd.api.AlarmRequest.AlarmAction;
import io.etcd.jetcd.api.AlarmType;
import io.etcd.jetcd.api.DefragmentRequest;
import io.etcd.jetcd.api.MaintenanceGrpc;
import io.listwatch.storage.StorageFullException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An etcd that has reached its own quota. */
@Tag("etcd")
@Timeout(120)
final class EtcdQuotaTest {
  /** Many times more than fit. */
  private static final int MAX_KEYS = 50;

  private final RunningClock clock = new RunningClock();
  private final EtcdCluster cluster = EtcdCluster.start(1, "--quota-backend-bytes=" + (8 << 20));
  private final EtcdStorage storage = EtcdStorage.builder(cluster.endpoints(), clock).open();

  @BeforeEach
  void fill() {
    assertFull(
        () -> {
          for (int i = 0; i < MAX_KEYS; i++) {
            done(storage.put(key("key " + i), new byte[1 << 20]));
          }
        });
  }

  @AfterEach
  void close() {
    storage.close();
    cluster.close();
    clock.close();
  }

  private static void assertFull(Runnable write) {
    assertThatExceptionOfType(StorageFullException.class)
        .isThrownBy(write::run)
        .withMessageContaining("quota-backend-bytes")
        .withMessageNotContaining("127.0.0.1");
  }

  @Test
  void fullEtcdAcceptsDeletes() {
    assertThat(done(storage.delete(key("key 0")))).isPresent();
  }

  /** So an object with a finalizer cannot be deleted, and a Lease not renewed. */
  @Test
  void fullEtcdRejectsUpdatesThatShrinkAValue() {
    assertFull(() -> done(storage.put(key("key 0"), new byte[1])));
  }

  /** The steps of operating.md. */
  @Test
  void etcdAcceptsPutsAfterDeletesCompactionAndDefragmentation() {
    for (int i = 0; i < MAX_KEYS; i++) {
      done(storage.delete(key("key " + i)));
    }
    done(storage.compact(done(storage.currentRevision())));
    assertFull(() -> done(storage.put(key("new"), new byte[1])));

    // etcd removes compacted revisions in the background.
    await().until(this::defragmentedEtcdAcceptsPut);
  }

  private boolean defragmentedEtcdAcceptsPut() {
    try (var etcd = new RawEtcd(cluster.endpoints().get(0))) {
      var maintenance = MaintenanceGrpc.newBlockingStub(etcd.channel());
      var defragmented = maintenance.defragment(DefragmentRequest.getDefaultInstance());
      assertThat(defragmented.isInitialized()).isTrue();
      disarm(maintenance);
      done(storage.put(key("new"), new byte[1 << 20]));
      return true;
    } catch (StorageFullException full) {
      return false;
    }
  }

  /** Does what {@code etcdctl alarm disarm} does: etcd ignores a request that names no member. */
  private static void disarm(MaintenanceGrpc.MaintenanceBlockingStub maintenance) {
    for (AlarmMember alarm : maintenance.alarm(request(AlarmAction.GET, 0)).getAlarmsList()) {
      var disarmed = maintenance.alarm(request(AlarmAction.DEACTIVATE, alarm.getMemberID()));
      assertThat(disarmed.getAlarmsList()).hasSize(1);
    }
  }

  private static AlarmRequest request(AlarmAction action, long member) {
    return AlarmRequest.newBuilder()
        .setAction(action)
        .setMemberID(member)
        .setAlarm(AlarmType.NOSPACE)
        .build();
  }
}
