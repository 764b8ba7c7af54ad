package io.listwatch.testing.clients;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.Workflow;
import io.javaoperatorsdk.operator.api.reconciler.dependent.Dependent;
import io.javaoperatorsdk.operator.api.reconciler.dependent.DependentResource;
import io.javaoperatorsdk.operator.processing.dependent.kubernetes.CRUDKubernetesDependentResource;
import io.javaoperatorsdk.operator.processing.dependent.kubernetes.KubernetesDependent;
import io.javaoperatorsdk.operator.processing.dependent.workflow.Condition;
import java.util.Map;

/**
 * An operator in the style of the SDK's web page sample: each page has a Deployment, a Service once
 * the Deployment is ready, and a status that says that it is served.
 */
@Workflow(
    dependents = {
      @Dependent(
          name = WebPageOperator.SERVER,
          type = WebPageOperator.Server.class,
          readyPostcondition = WebPageOperator.Ready.class),
      @Dependent(type = WebPageOperator.Front.class, dependsOn = WebPageOperator.SERVER)
    })
@ControllerConfiguration(name = "webpages")
public final class WebPageOperator implements Reconciler<Page> {
  static final int REPLICAS = 2;
  static final String SERVER = "server";

  @Override
  public UpdateControl<Page> reconcile(Page page, Context<Page> context) {
    boolean served =
        context.getSecondaryResource(Deployment.class).filter(WebPageOperator::ready).isPresent();
    Page status = new Page();
    status.setMetadata(
        new ObjectMetaBuilder()
            .withName(page.getMetadata().getName())
            .withNamespace(page.getMetadata().getNamespace())
            .build());
    status.setStatus(new Page.State());
    status.getStatus().served = served ? page.getSpec().title : "";
    return UpdateControl.patchStatus(status);
  }

  private static boolean ready(Deployment deployment) {
    return deployment.getStatus() != null
        && Integer.valueOf(REPLICAS).equals(deployment.getStatus().getReadyReplicas());
  }

  /** True if all pods are ready. */
  public static final class Ready implements Condition<Deployment, Page> {
    @Override
    public boolean isMet(
        DependentResource<Deployment, Page> dependent, Page page, Context<Page> context) {
      return dependent
          .getSecondaryResource(page, context)
          .filter(WebPageOperator::ready)
          .isPresent();
    }
  }

  /** The Deployment of the web server. */
  @KubernetesDependent
  public static final class Server extends CRUDKubernetesDependentResource<Deployment, Page> {
    public Server() {
      super(Deployment.class);
    }

    @Override
    protected Deployment desired(Page page, Context<Page> context) {
      Map<String, String> labels = Map.of("page", page.getMetadata().getName());
      return new DeploymentBuilder()
          .withNewMetadata()
          .withName(page.getMetadata().getName())
          .withNamespace(page.getMetadata().getNamespace())
          .endMetadata()
          .withNewSpec()
          .withReplicas(REPLICAS)
          .withNewSelector()
          .withMatchLabels(labels)
          .endSelector()
          .withNewTemplate()
          .withNewMetadata()
          .withLabels(labels)
          .addToAnnotations("title", page.getSpec().title)
          .endMetadata()
          .withNewSpec()
          .addNewContainer()
          .withName("nginx")
          .withImage("nginx")
          .endContainer()
          .endSpec()
          .endTemplate()
          .endSpec()
          .build();
    }
  }

  /** The Service in front of the web server. */
  @KubernetesDependent
  public static final class Front extends CRUDKubernetesDependentResource<Service, Page> {
    public Front() {
      super(Service.class);
    }

    @Override
    protected Service desired(Page page, Context<Page> context) {
      return new ServiceBuilder()
          .withNewMetadata()
          .withName(page.getMetadata().getName())
          .withNamespace(page.getMetadata().getNamespace())
          .endMetadata()
          .withNewSpec()
          .addToSelector("page", page.getMetadata().getName())
          .addNewPort()
          .withPort(80)
          .endPort()
          .endSpec()
          .build();
    }
  }
}
