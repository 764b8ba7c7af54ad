package io.listwatch.fabric8;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.javaoperatorsdk.operator.api.reconciler.Cleaner;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.DeleteControl;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.Workflow;
import io.javaoperatorsdk.operator.api.reconciler.dependent.Dependent;
import io.javaoperatorsdk.operator.processing.dependent.kubernetes.CRUDKubernetesDependentResource;
import io.javaoperatorsdk.operator.processing.dependent.kubernetes.KubernetesDependent;
import java.util.concurrent.atomic.AtomicInteger;

/** Writes the text of pages to config maps, and reports in their status what these contain. */
@Workflow(dependents = @Dependent(type = PageReconciler.PageConfigMap.class))
@ControllerConfiguration
public final class PageReconciler implements Reconciler<Page>, Cleaner<Page> {
  final AtomicInteger cleaned = new AtomicInteger();

  @Override
  public UpdateControl<Page> reconcile(Page page, Context<Page> context) {
    ConfigMap shown = context.getSecondaryResource(ConfigMap.class).orElseThrow();
    page.setStatus(new Page.Status());
    page.getStatus().shown = shown.getData().getOrDefault("index.html", "");
    page.getMetadata().setManagedFields(null);
    return UpdateControl.patchStatus(page);
  }

  @Override
  public DeleteControl cleanup(Page page, Context<Page> context) {
    cleaned.incrementAndGet();
    return DeleteControl.defaultDelete();
  }

  /** The config map of a page. */
  @KubernetesDependent
  public static final class PageConfigMap extends CRUDKubernetesDependentResource<ConfigMap, Page> {
    public PageConfigMap() {
      super(ConfigMap.class);
    }

    @Override
    protected ConfigMap desired(Page page, Context<Page> context) {
      return new ConfigMapBuilder()
          .withNewMetadata()
          .withName(page.getMetadata().getName())
          .withNamespace(page.getMetadata().getNamespace())
          .endMetadata()
          .addToData("index.html", page.getSpec().text)
          .build();
    }
  }
}
