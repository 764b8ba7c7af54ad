package io.listwatch.testing.program;

import io.listwatch.storage.etcd.EtcdCluster;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;

@Tag("etcd")
final class ToolsOnEtcdTest extends ToolsContract {
  private final EtcdCluster etcd = EtcdCluster.start(1);

  @AfterAll
  void endEtcd() {
    etcd.close();
  }

  @Override
  protected Program serve(Path data) {
    String endpoint = etcd.endpoints().get(0).toString();
    return Program.serve(
        data, "--storage=etcd", "--etcd-endpoints=" + endpoint, "--demo", "--tls-san=" + OWN_NAME);
  }
}
