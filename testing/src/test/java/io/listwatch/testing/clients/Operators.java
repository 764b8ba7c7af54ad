package io.listwatch.testing.clients;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;

/** Starts operators of the Java Operator SDK. */
final class Operators {
  private Operators() {}

  /** Starts an operator for one namespace. It uses the given client and does not close it. */
  static <P extends HasMetadata> Operator start(
      KubernetesClient client, Reconciler<P> reconciler, String namespace) {
    var operator =
        new Operator(
            settings -> settings.withKubernetesClient(client).withCloseClientOnStop(false));
    var unused = operator.register(reconciler, settings -> settings.settingNamespaces(namespace));
    operator.start();
    return operator;
  }
}
