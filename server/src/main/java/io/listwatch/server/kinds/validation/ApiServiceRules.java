package io.listwatch.server.kinds.validation;

/** Who serves a group in a version. */
final class ApiServiceRules implements KindRules {
  private static final int MAX_GROUP_PRIORITY = 20_000;
  private static final int MAX_VERSION_PRIORITY = 1000;

  @Override
  public void check(Field object) {
    Field spec = object.at("spec");
    Field group = spec.at("group");
    Field version = spec.at("version");
    String name = version.text() + "." + group.text();
    checkName(object.at("metadata", "name"), name);
    checkName(object.at("metadata", "generateName"), name);
    if (group.isEmpty() && !version.is("v1")) {
      group.required("only v1 may have an empty group and it better be legacy kube");
    }
    group.mayMatch(TextForm.SUBDOMAIN);
    version.matches(TextForm.DNS_1035_LABEL);
    below(spec.at("groupPriorityMinimum"), MAX_GROUP_PRIORITY);
    below(spec.at("versionPriority"), MAX_VERSION_PRIORITY);
    checkServed(spec, spec.at("service"));
  }

  private static void checkName(Field given, String name) {
    if (!given.isEmpty() && !given.is(name)) {
      given.invalid("must be `spec.version+\".\"+spec.group`: \"" + name + "\"");
    }
  }

  private static void below(Field priority, int max) {
    if (priority.number() <= 0 || priority.number() > max) {
      priority.invalid(priority.number(), "must be positive and less than " + max);
    }
  }

  private static void checkServed(Field spec, Field service) {
    Field insecure = spec.at("insecureSkipTLSVerify");
    if (service.absent()) {
      if (!spec.at("caBundle").isEmpty()) {
        spec.at("caBundle").invalid("local APIServices may not have a caBundle");
      }
      if (insecure.isTrue()) {
        insecure.invalid("local APIServices may not have insecureSkipTLSVerify");
      }
      return;
    }
    service.at("namespace").requireText();
    service.at("name").requireText();
    if (service.at("port").present()) {
      WebhookRules.checkPort(service.at("port"));
    }
    if (insecure.isTrue() && !spec.at("caBundle").isEmpty()) {
      insecure.invalid("may not be true if caBundle is present");
    }
  }
}
