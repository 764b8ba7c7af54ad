package it;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;

/** Writes the title of each page into a ConfigMap. */
public class PageReconciler implements Reconciler<Page> {
  @Override
  public UpdateControl<Page> reconcile(Page page, Context<Page> context) {
    context
        .getClient()
        .resource(
            new ConfigMapBuilder()
                .withNewMetadata()
                .withName(page.getMetadata().getName())
                .withNamespace(page.getMetadata().getNamespace())
                .endMetadata()
                .addToData("index.html", page.getSpec().title)
                .build())
        .serverSideApply();
    page.setStatus(new Page.State());
    page.getStatus().served = page.getSpec().title;
    return UpdateControl.patchStatus(page);
  }
}
