package io.listwatch.objects.kinds.validation;

import io.listwatch.selector.Quotation;

/** Validates APIServices. */
final class ApiServiceRules implements ValidationRules {
  private static final int MAX_GROUP_PRIORITY = 20_000;
  private static final int MAX_VERSION_PRIORITY = 1000;
  private static final int MAX_PORT = 65_535;

  @Override
  public void check(Field service) {
    Field spec = service.at("spec");
    Field group = spec.at("group");
    Field version = spec.at("version");
    String name = version.text() + "." + group.text();
    checkName(service.at("metadata", "name"), name);
    checkName(service.at("metadata", "generateName"), name);
    if (group.isEmpty() && !version.is("v1")) {
      group.required("only v1 may have an empty group and it better be legacy kube");
    }
    group.mayMatch(TextForm.SUBDOMAIN);
    version.matches(TextForm.LETTER_LABEL);
    checkPriority(spec.at("groupPriorityMinimum"), MAX_GROUP_PRIORITY);
    checkPriority(spec.at("versionPriority"), MAX_VERSION_PRIORITY);
    if (spec.at("service").absent()) {
      checkLocal(spec);
    } else {
      checkElsewhere(spec);
    }
  }

  private static void checkName(Field given, String name) {
    if (!given.isEmpty() && !given.is(name)) {
      given.invalid("must be `spec.version+\".\"+spec.group`: " + Quotation.of(name));
    }
  }

  private static void checkPriority(Field priority, int max) {
    if (priority.number() <= 0 || priority.number() > max) {
      priority.invalid(priority.number(), "must be positive and less than " + max);
    }
  }

  private static void checkLocal(Field spec) {
    Field bundle = spec.at("caBundle");
    if (!bundle.isEmpty()) {
      bundle.invalid(
          ConfigRules.encodedBytes(bundle.text()) + " bytes",
          "local APIServices may not have a caBundle");
    }
    if (spec.at("insecureSkipTLSVerify").isTrue()) {
      spec.at("insecureSkipTLSVerify")
          .invalid("local APIServices may not have insecureSkipTLSVerify");
    }
  }

  private static void checkElsewhere(Field spec) {
    Field service = spec.at("service");
    service.checkDeclared("namespace", "name");
    Field port = service.at("port");
    if (port.present() && (port.number() < 1 || port.number() > MAX_PORT)) {
      port.invalid("port is not valid: must be between 1 and 65535, inclusive");
    }
    Field trusting = spec.at("insecureSkipTLSVerify");
    if (trusting.isTrue() && !spec.at("caBundle").isEmpty()) {
      trusting.invalid("may not be true if caBundle is present");
    }
  }

  @Override
  public void checkStatus(Field next, Field old) {
    next.at("status", "conditions").each(each -> each.checkDeclared("status"));
  }
}
