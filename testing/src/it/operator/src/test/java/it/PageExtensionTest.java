package it;

import static org.awaitility.Awaitility.await;

import io.javaoperatorsdk.operator.junit.LocallyRunOperatorExtension;
import io.listwatch.testing.TestServer;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PageExtensionTest {
  static final TestServer SERVER = TestServer.start();

  static {
    System.setProperty("kubeconfig", SERVER.kubeconfigFile().toString());
  }

  @RegisterExtension
  LocallyRunOperatorExtension operator =
      LocallyRunOperatorExtension.builder().withReconciler(new PageReconciler()).build();

  @Test
  void showsTitle() {
    operator.create(Pages.titled("Welcome"));

    await()
        .atMost(2, TimeUnit.MINUTES)
        .until(
            () -> operator.get(Page.class, "front").getStatus(),
            status -> status != null && "Welcome".equals(status.shown));
  }
}
