package io.listwatch.server.kinds.validation;

/** What runs the containers of a pod. */
final class RuntimeClassRules implements KindRules {
  private static final FieldPath OVERHEAD = FieldPath.ROOT.child("overhead");

  @Override
  public void check(Field runtime) {
    runtime.at("handler").requireMatch(TextForm.DNS_LABEL);
    PodSpecRules.checkOverhead(runtime.at("overhead", "podFixed").called(OVERHEAD));
    Field scheduling = runtime.at("scheduling");
    scheduling.at("nodeSelector").labels();
    scheduling.at("tolerations").each(SchedulingRules::checkToleration);
  }

  @Override
  public void checkChange(Field next, Field old) {
    next.at("handler").sameAs(old.at("handler"));
  }
}
