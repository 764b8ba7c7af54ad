package io.listwatch.workloads.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.controller.Reconciliation;
import io.listwatch.informer.View;
import io.listwatch.time.Timers;
import io.listwatch.workloads.control.ControllerContext;
import io.listwatch.workloads.control.ControllerFixture;
import io.listwatch.workloads.node.NodeOutages;
import io.listwatch.workloads.node.PodBehavior;
import io.listwatch.workloads.object.Types;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The endpoint of simulated nodes as a client sees it that does not verify its certificate. */
final class KubeletStubTest {
  private static final ControllerFixture CLUSTER = new ControllerFixture();
  private static KubeletStub stub;

  @BeforeAll
  static void start() {
    var context = new AtomicReference<ControllerContext>();
    CLUSTER.run(
        "kubelet",
        given -> {
          context.set(given);
          return given
              .controller(key -> Reconciliation.done())
              .watching(given.informer(Types.PODS), View::key)
              .build();
        });
    stub =
        KubeletStub.start(
            context.get().informer(Types.PODS),
            pod -> PodBehavior.READY,
            new NodeOutages(),
            Timers.system());
  }

  @AfterAll
  static void stop() {
    stub.close();
    CLUSTER.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /exec/default/web/web?command=ls      | 501 | exec is not supported: no process runs on a simulated node
          /attach/default/web/web               | 501 | attach is not supported: no process runs on a simulated node
          /portForward/default/web              | 501 | portForward is not supported: no process runs on a simulated node
          /containerLogs/default/none/web       | 404 | pod "none" does not exist
          /containerLogs/default/none/web?tailLines=x | 400 | {"message": "Unable to decode query."}
          /containerLogs/default//web           | 404 | 404 page not found
          /containerLogs/default/web            | 404 | 404 page not found
          /                                     | 404 | 404 page not found
          /pods                                 | 404 | 404 page not found
          """)
  void rejectsUnsupportedRequestsWithReason(String path, int code, String text) throws Exception {
    HttpResponse<String> response =
        HttpClient.newBuilder()
            .sslContext(Unverified.tls())
            .version(HttpClient.Version.HTTP_1_1)
            .build()
            .send(
                HttpRequest.newBuilder(
                        URI.create("https://127.0.0.1:" + stub.address().getPort() + path))
                    .build(),
                BodyHandlers.ofString());

    assertThat(response.statusCode()).isEqualTo(code);
    assertThat(response.body()).isEqualTo(text);
  }
}
