package io.listwatch.storage.etcd;

import static io.listwatch.storage.Stages.done;
import static io.listwatch.storage.Waiting.await;
import static io.listwatch.storage.etcd.Patience.key;
import static io.listwatch.storage.etcd.Patience.next;
import static io.listwatch.storage.etcd.Patience.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.AuthEnableRequest;
import io.etcd.jetcd.api.AuthGrpc;
import io.etcd.jetcd.api.AuthRoleAddRequest;
import io.etcd.jetcd.api.AuthRoleGrantPermissionRequest;
import io.etcd.jetcd.api.AuthUserAddRequest;
import io.etcd.jetcd.api.AuthUserGrantRoleRequest;
import io.etcd.jetcd.api.Permission;
import io.listwatch.storage.KeyRange;
import io.listwatch.storage.StorageException;
import io.listwatch.storage.StorageUnavailableException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clusters with client certificates or authentication. */
@Tag("etcd")
@Timeout(300)
final class EtcdSecurityTest {
  private final RunningClock clock = new RunningClock();

  @AfterEach
  void closeClock() {
    clock.close();
  }

  @Test
  void usesAndVerifiesCertificates(@TempDir Path directory) throws Exception {
    Certificates.make(directory, "server");
    Certificates.make(directory, "client");
    Path server = directory.resolve("server.crt");
    Path client = directory.resolve("client.crt");
    try (var cluster =
        EtcdCluster.start(
            1,
            "--cert-file=" + server,
            "--key-file=" + directory.resolve("server.key"),
            "--client-cert-auth",
            "--trusted-ca-file=" + client)) {
      var known =
          EtcdStorage.builder(cluster.endpoints(), clock)
              .timeout(Patience.OF_A_CALL)
              .trusting(server)
              .identity(client, directory.resolve("client.key"));
      try (var storage = known.open();
          var watch = storage.watch(KeyRange.all(), done(storage.currentRevision()))) {
        long revision = done(storage.put(key("key"), value("one")));
        assertThat(next(watch).revision()).isEqualTo(revision);
      }

      var anonymous = EtcdStorage.builder(cluster.endpoints(), clock).trusting(server);
      assertThatExceptionOfType(StorageUnavailableException.class).isThrownBy(anonymous::open);
      var distrustful =
          EtcdStorage.builder(cluster.endpoints(), clock)
              .trusting(client)
              .identity(client, directory.resolve("client.key"));
      assertThatExceptionOfType(StorageUnavailableException.class).isThrownBy(distrustful::open);
    }
  }

  @Test
  void requiresPasswordAndPermission() {
    try (var cluster = EtcdCluster.start(1)) {
      enableAuth(cluster, "/listwatch");

      try (var storage = builder(cluster).credentials("user", "secret").open()) {
        done(storage.put(key("key"), value("one")));
        assertThat(storage.get(key("key"))).isPresent();
      }
      assertThatExceptionOfType(StorageException.class)
          .isThrownBy(() -> builder(cluster).open())
          .withMessageContaining("user");
      assertThatExceptionOfType(StorageException.class)
          .isThrownBy(() -> builder(cluster).credentials("user", "wrong").open())
          .withMessageContainingAll("authentication failed", "password");
      assertThatExceptionOfType(StorageException.class)
          .isThrownBy(() -> builder(cluster).credentials("user", "secret").prefix("/other").open())
          .withMessageContainingAll("permission denied", "grant");
    }
  }

  @Test
  void renewsATokenThatEtcdNoLongerKnows() {
    try (var cluster = EtcdCluster.start(1)) {
      enableAuth(cluster, "/listwatch");
      try (var storage = builder(cluster).credentials("user", "secret").open();
          var watch = storage.watch(KeyRange.all(), done(storage.currentRevision()))) {
        long first = done(storage.put(key("key"), value("one")));
        assertThat(next(watch).revision()).isEqualTo(first);

        // Simple tokens are kept in the member's memory.
        cluster.member(0).kill();
        cluster.member(0).restart();
        cluster.member(0).awaitReady();

        await().until(() -> canRead(storage));
        long second = done(storage.put(key("key"), value("two")));
        assertThat(next(watch).revision()).isEqualTo(second);
      }
    }
  }

  /** The connection is re-established only after a pause. */
  private static boolean canRead(EtcdStorage storage) {
    try {
      return storage.get(key("key")).isPresent();
    } catch (StorageUnavailableException notYet) {
      return false;
    }
  }

  private EtcdStorageBuilder builder(EtcdCluster cluster) {
    return EtcdStorage.builder(cluster.endpoints(), clock).timeout(Patience.OF_A_CALL);
  }

  private static void enableAuth(EtcdCluster cluster, String prefix) {
    try (var raw = new RawEtcd(cluster.member(0).client())) {
      var auth = AuthGrpc.newBlockingStub(raw.channel());
      auth.userAdd(AuthUserAddRequest.newBuilder().setName("root").setPassword("root").build());
      auth.userAdd(AuthUserAddRequest.newBuilder().setName("user").setPassword("secret").build());
      auth.roleAdd(AuthRoleAddRequest.newBuilder().setName("root").build());
      auth.roleAdd(AuthRoleAddRequest.newBuilder().setName("role").build());
      var permission =
          Permission.newBuilder()
              .setPermType(Permission.Type.READWRITE)
              .setKey(ByteString.copyFromUtf8(prefix + "/"))
              .setRangeEnd(ByteString.copyFromUtf8(prefix + "0"));
      auth.roleGrantPermission(
          AuthRoleGrantPermissionRequest.newBuilder().setName("role").setPerm(permission).build());
      auth.userGrantRole(
          AuthUserGrantRoleRequest.newBuilder().setUser("root").setRole("root").build());
      auth.userGrantRole(
          AuthUserGrantRoleRequest.newBuilder().setUser("user").setRole("role").build());
      auth.authEnable(AuthEnableRequest.getDefaultInstance());
    }
  }
}
