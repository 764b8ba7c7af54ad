package it;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.Workflow;
import io.javaoperatorsdk.operator.api.reconciler.dependent.Dependent;

/** Reports in each page's status what its ConfigMap contains. */
@Workflow(dependents = @Dependent(type = PageConfigMap.class))
public class PageReconciler implements Reconciler<Page> {
  @Override
  public UpdateControl<Page> reconcile(Page page, Context<Page> context) {
    ConfigMap map = context.getSecondaryResource(ConfigMap.class).orElseThrow();
    page.setStatus(new Page.Status());
    page.getStatus().shown = map.getData().get("index.html");
    page.getMetadata().setManagedFields(null);
    return UpdateControl.patchStatus(page);
  }
}
