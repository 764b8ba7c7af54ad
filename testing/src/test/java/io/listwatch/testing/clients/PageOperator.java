package io.listwatch.testing.clients;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.javaoperatorsdk.operator.api.reconciler.Cleaner;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.DeleteControl;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.Workflow;
import io.javaoperatorsdk.operator.api.reconciler.dependent.Dependent;
import io.javaoperatorsdk.operator.processing.dependent.kubernetes.BooleanWithUndefined;
import io.javaoperatorsdk.operator.processing.dependent.kubernetes.CRUDKubernetesDependentResource;
import io.javaoperatorsdk.operator.processing.dependent.kubernetes.KubernetesDependent;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An operator in the style of the SDK's samples: each page has a config map, written by server-side
 * apply.
 */
@Workflow(dependents = @Dependent(type = PageOperator.Html.class))
@ControllerConfiguration(name = PageOperator.NAME)
public final class PageOperator implements Reconciler<Page>, Cleaner<Page> {
  static final String NAME = "pages";

  final AtomicInteger cleaned = new AtomicInteger();

  @Override
  public UpdateControl<Page> reconcile(Page page, Context<Page> context) {
    Page status = new Page();
    status.setMetadata(
        new ObjectMetaBuilder()
            .withName(page.getMetadata().getName())
            .withNamespace(page.getMetadata().getNamespace())
            .build());
    status.setStatus(new Page.State());
    status.getStatus().served = page.getSpec().title;
    return UpdateControl.patchStatus(status);
  }

  @Override
  public DeleteControl cleanup(Page page, Context<Page> context) {
    cleaned.incrementAndGet();
    return DeleteControl.defaultDelete();
  }

  /**
   * The config map with the page's HTML. The SDK does not use server-side apply for config maps
   * unless configured to.
   */
  @KubernetesDependent(useSSA = BooleanWithUndefined.TRUE)
  public static final class Html extends CRUDKubernetesDependentResource<ConfigMap, Page> {
    public Html() {
      super(ConfigMap.class);
    }

    @Override
    protected ConfigMap desired(Page page, Context<Page> context) {
      return new ConfigMapBuilder()
          .withNewMetadata()
          .withName(page.getMetadata().getName())
          .withNamespace(page.getMetadata().getNamespace())
          .endMetadata()
          .addToData("index.html", "<h1>" + page.getSpec().title + "</h1>")
          .build();
    }
  }
}
