package io.listwatch.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.api.model.admission.v1.AdmissionRequest;
import io.fabric8.kubernetes.api.model.admission.v1.AdmissionResponse;
import io.fabric8.kubernetes.api.model.admission.v1.AdmissionResponseBuilder;
import io.fabric8.kubernetes.api.model.admission.v1.AdmissionReview;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import org.junit.jupiter.api.Test;

/**
 * Functions of a test as admission webhooks. docs/testing.md and docs/webhooks.md show parts of the
 * first test.
 */
@ListwatchTest(scope = ServerScope.METHOD)
final class AdmissionTest {
  private static ConfigMap map(String name, String size) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .addToData("size", size)
        .build();
  }

  @Test
  void functionsReviewWrites(TestServer server, KubernetesClient client) {
    AdmissionWebhook sizes =
        server
            .admission()
            .validating(
                "configmaps",
                review -> {
                  if (review.object().contains("\"size\":\"large\"")) {
                    review.deny("only small ones");
                  }
                });
    AdmissionWebhook labels =
        server
            .admission()
            .mutating(
                "configmaps",
                review ->
                    review.patch(
                        """
                        [{"op":"add","path":"/metadata/labels","value":{"seen":"yes"}}]
                        """));

    ConfigMap small = client.resource(map("small", "small")).create();

    assertThat(small.getMetadata().getLabels()).containsEntry("seen", "yes");
    assertThatThrownBy(() -> client.resource(map("large", "large")).create())
        .hasMessageContaining("denied the request: only small ones");
    assertThat(sizes.calls()).isEqualTo(2);
    labels.close();
    assertThat(client.resource(map("other", "small")).create().getMetadata().getLabels())
        .isNullOrEmpty();
  }

  @Test
  void functionMayCallTheServer(TestServer server, KubernetesClient client) {
    server
        .admission()
        .validating(
            "configmaps",
            review -> {
              if (review.name().equals("first")) {
                client.resource(map("second", review.operation())).create();
              }
            });

    client.resource(map("first", "small")).create();

    assertThat(client.configMaps().withName("second").get().getData())
        .containsEntry("size", "CREATE");
  }

  @Test
  void exceptionOfFunctionRejectsTheWrite(TestServer server, KubernetesClient client) {
    server
        .admission()
        .validating(
            "configmaps",
            review -> {
              throw new IllegalStateException("out of order");
            });

    assertThatThrownBy(() -> client.resource(map("a", "small")).create())
        .hasMessageContaining("failed to call webhook")
        .hasMessageContaining("out of order");
  }

  @Test
  void webhooksOfEarlierTestsAreRemoved(TestServer server, KubernetesClient client) {
    assertThat(client.resource(map("a", "large")).create().getMetadata().getName()).isEqualTo("a");
  }

  /** A handler of an operator takes and returns fabric8's classes. */
  @Test
  void fabric8HandlerReviewsWrites(TestServer server, KubernetesClient client) {
    server.admission().validating("configmaps", AdmissionTest::handledByFabric8);

    assertThatThrownBy(() -> client.resource(map("large", "large")).create())
        .hasMessageContaining("denied the request: only small ones");
    assertThat(client.resource(map("small", "small")).create().getData())
        .containsEntry("size", "small");
  }

  private static void handledByFabric8(io.listwatch.testing.AdmissionReview call) {
    var review = Serialization.unmarshal(call.json(), AdmissionReview.class);
    review.setResponse(decide(review.getRequest()));
    call.respond(Serialization.asJson(review));
  }

  private static AdmissionResponse decide(AdmissionRequest request) {
    var object = (ConfigMap) request.getObject();
    boolean large = "large".equals(object.getData().get("size"));
    return new AdmissionResponseBuilder()
        .withUid(request.getUid())
        .withAllowed(!large)
        .withStatus(new StatusBuilder().withMessage(large ? "only small ones" : "").build())
        .build();
  }
}
