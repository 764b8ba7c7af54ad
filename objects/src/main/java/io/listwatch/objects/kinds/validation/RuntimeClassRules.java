package io.listwatch.objects.kinds.validation;

/** What runs the containers of a pod. */
final class RuntimeClassRules implements ValidationRules {
  @Override
  public void check(Field runtime) {
    runtime.at("handler").requireMatch(TextForm.DNS_LABEL);
    Field overhead = runtime.at("overhead");
    ResourceRules.checkOverhead(overhead.at("podFixed"), overhead.at("limits").path());
    Field scheduling = runtime.at("scheduling");
    scheduling.at("nodeSelector").labels();
    scheduling.at("tolerations").each(SchedulingRules::checkToleration);
  }

  @Override
  public void checkChange(Field next, Field old) {
    next.checkImmutable(old, "handler");
  }
}
