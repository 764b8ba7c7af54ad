package io.listwatch.official;

import static org.assertj.core.api.Assertions.assertThat;

import io.kubernetes.client.openapi.models.CoreV1Event;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1beta1IPAddress;
import io.kubernetes.client.openapi.models.V2HorizontalPodAutoscaler;
import io.kubernetes.client.util.CallGenerator;
import io.listwatch.informer.Selection;
import io.listwatch.model.ResourceType;
import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.LabelSelector;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.junit.jupiter.api.Test;

final class ListedCallTest {
  @Test
  void readsServerTypeNamespaceAndSelectors() {
    ListedCall call =
        of(
            "https://server:6443/k8s/clusters/c1/api/v1/namespaces/default/pods"
                + "?labelSelector=app%20in%20%28a%2Cb%29&fieldSelector=spec.nodeName%3Dn&watch=false",
            V1Pod.class);

    assertThat(call.server()).isEqualTo("https://server:6443/k8s/clusters/c1");
    assertThat(call.selection())
        .isEqualTo(
            Selection.of(ResourceType.namespaced("v1", "Pod", "pods"))
                .inNamespace("default")
                .where(LabelSelector.parse("app in (a,b)"))
                .where(FieldSelector.parse("spec.nodeName=n")));
  }

  @Test
  void readsTypesOfGroups() {
    ListedCall call =
        of(
            "http://localhost/apis/autoscaling/v2/horizontalpodautoscalers?labelSelector=",
            V2HorizontalPodAutoscaler.class);

    assertThat(call.server()).isEqualTo("http://localhost");
    assertThat(call.selection())
        .isEqualTo(
            Selection.of(
                ResourceType.namespaced(
                    "autoscaling/v2", "HorizontalPodAutoscaler", "horizontalpodautoscalers")));
  }

  @Test
  void namespacesAreAClusterScopedCollection() {
    assertThat(of("http://localhost/api/v1/namespaces", V1Pod.class).selection().namespaces())
        .isEmpty();
  }

  @Test
  void kindIsTheClassNameWithoutItsVersion() {
    assertThat(kind(CoreV1Event.class)).isEqualTo("Event");
    assertThat(kind(V1beta1IPAddress.class)).isEqualTo("IPAddress");
    assertThat(kind(Vehicle.class)).isEqualTo("Vehicle");
  }

  private static String kind(Class<?> type) {
    return of("http://localhost/api/v1/things", type).selection().type().kind();
  }

  private static ListedCall of(String url, Class<?> type) {
    CallGenerator generator =
        parameters -> new OkHttpClient().newCall(new Request.Builder().url(url).build());
    return ListedCall.of(generator, type);
  }

  /** A custom resource, whose name has no version. */
  private static final class Vehicle {}
}
