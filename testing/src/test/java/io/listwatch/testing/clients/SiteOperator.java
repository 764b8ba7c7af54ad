package io.listwatch.testing.clients;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.networking.v1.IngressBuilder;
import io.javaoperatorsdk.operator.api.reconciler.Cleaner;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.DeleteControl;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.Workflow;
import io.javaoperatorsdk.operator.api.reconciler.dependent.Dependent;
import io.javaoperatorsdk.operator.api.reconciler.dependent.DependentResource;
import io.javaoperatorsdk.operator.processing.dependent.kubernetes.BooleanWithUndefined;
import io.javaoperatorsdk.operator.processing.dependent.kubernetes.CRUDKubernetesDependentResource;
import io.javaoperatorsdk.operator.processing.dependent.kubernetes.KubernetesDependent;
import io.javaoperatorsdk.operator.processing.dependent.workflow.Condition;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An operator in the style of the SDK's larger samples: several dependents, written by server-side
 * apply, that wait for each other. The ingress exists only while the site's spec requests it.
 */
@Workflow(
    dependents = {
      @Dependent(name = "content", type = SiteOperator.SiteConfigMap.class),
      @Dependent(
          name = "pods",
          type = SiteOperator.SiteDeployment.class,
          dependsOn = "content",
          readyPostcondition = SiteOperator.AllReady.class),
      @Dependent(name = "address", type = SiteOperator.SiteService.class, dependsOn = "pods"),
      @Dependent(
          name = "door",
          type = SiteOperator.SiteIngress.class,
          dependsOn = "address",
          reconcilePrecondition = SiteOperator.Exposed.class)
    })
@ControllerConfiguration(name = SiteOperator.NAME)
public final class SiteOperator implements Reconciler<Site>, Cleaner<Site> {
  static final String NAME = "sites";

  final AtomicInteger reconciled = new AtomicInteger();
  final AtomicInteger cleaned = new AtomicInteger();

  @Override
  public UpdateControl<Site> reconcile(Site site, Context<Site> context) {
    reconciled.incrementAndGet();
    Site status = new Site();
    status.setMetadata(metadata(site));
    status.setStatus(new Site.State());
    status.getStatus().parts = new ArrayList<>();
    context.getSecondaryResource(ConfigMap.class).ifPresent(each -> add(status, each));
    context.getSecondaryResource(Deployment.class).ifPresent(each -> add(status, each));
    context.getSecondaryResource(Service.class).ifPresent(each -> add(status, each));
    context.getSecondaryResource(Ingress.class).ifPresent(each -> add(status, each));
    status.getStatus().ready =
        context
            .managedWorkflowAndDependentResourceContext()
            .getWorkflowReconcileResult()
            .map(result -> result.allDependentResourcesReady())
            .orElse(false);
    return UpdateControl.patchStatus(status);
  }

  private static void add(Site status, HasMetadata part) {
    status.getStatus().parts.add(part.getKind());
  }

  @Override
  public DeleteControl cleanup(Site site, Context<Site> context) {
    cleaned.incrementAndGet();
    return DeleteControl.defaultDelete();
  }

  private static ObjectMeta metadata(Site site) {
    return new ObjectMetaBuilder()
        .withName(site.getMetadata().getName())
        .withNamespace(site.getMetadata().getNamespace())
        .build();
  }

  private static Map<String, String> labels(Site site) {
    return Map.of("site", site.getMetadata().getName());
  }

  /** True if all replicas are ready. */
  public static final class AllReady implements Condition<Deployment, Site> {
    @Override
    public boolean isMet(
        DependentResource<Deployment, Site> pods, Site site, Context<Site> context) {
      return pods.getSecondaryResource(site, context)
          .flatMap(each -> Optional.ofNullable(each.getStatus()))
          .flatMap(each -> Optional.ofNullable(each.getReadyReplicas()))
          .filter(ready -> ready == site.getSpec().replicas)
          .isPresent();
    }
  }

  /** True if the site is public. */
  public static final class Exposed implements Condition<Ingress, Site> {
    @Override
    public boolean isMet(DependentResource<Ingress, Site> door, Site site, Context<Site> context) {
      return site.getSpec().exposed;
    }
  }

  /** The config map with the HTML. */
  @KubernetesDependent(useSSA = BooleanWithUndefined.TRUE)
  public static final class SiteConfigMap extends CRUDKubernetesDependentResource<ConfigMap, Site> {
    public SiteConfigMap() {
      super(ConfigMap.class);
    }

    @Override
    protected ConfigMap desired(Site site, Context<Site> context) {
      return new ConfigMapBuilder()
          .withMetadata(metadata(site))
          .addToData("index.html", "<h1>" + site.getSpec().title + "</h1>")
          .build();
    }
  }

  /** The deployment that serves the HTML. */
  @KubernetesDependent
  public static final class SiteDeployment
      extends CRUDKubernetesDependentResource<Deployment, Site> {
    public SiteDeployment() {
      super(Deployment.class);
    }

    @Override
    protected Deployment desired(Site site, Context<Site> context) {
      return new DeploymentBuilder()
          .withMetadata(metadata(site))
          .withNewSpec()
          .withReplicas(site.getSpec().replicas)
          .withNewSelector()
          .withMatchLabels(labels(site))
          .endSelector()
          .withNewTemplate()
          .withNewMetadata()
          .withLabels(labels(site))
          .endMetadata()
          .withNewSpec()
          .addNewContainer()
          .withName("web")
          .withImage("example.com/web:1")
          .addNewPort()
          .withContainerPort(80)
          .endPort()
          .endContainer()
          .endSpec()
          .endTemplate()
          .endSpec()
          .build();
    }
  }

  /** The service for access from inside the cluster. */
  @KubernetesDependent
  public static final class SiteService extends CRUDKubernetesDependentResource<Service, Site> {
    public SiteService() {
      super(Service.class);
    }

    @Override
    protected Service desired(Site site, Context<Site> context) {
      return new ServiceBuilder()
          .withMetadata(metadata(site))
          .withNewSpec()
          .withSelector(labels(site))
          .addNewPort()
          .withPort(80)
          .endPort()
          .endSpec()
          .build();
    }
  }

  /** The ingress for access from outside. */
  @KubernetesDependent
  public static final class SiteIngress extends CRUDKubernetesDependentResource<Ingress, Site> {
    public SiteIngress() {
      super(Ingress.class);
    }

    @Override
    protected Ingress desired(Site site, Context<Site> context) {
      return new IngressBuilder()
          .withMetadata(metadata(site))
          .withNewSpec()
          .addNewRule()
          .withHost(site.getSpec().host)
          .withNewHttp()
          .addNewPath()
          .withPath("/")
          .withPathType("Prefix")
          .withNewBackend()
          .withNewService()
          .withName(site.getMetadata().getName())
          .withNewPort()
          .withNumber(80)
          .endPort()
          .endService()
          .endBackend()
          .endPath()
          .endHttp()
          .endRule()
          .endSpec()
          .build();
    }
  }
}
