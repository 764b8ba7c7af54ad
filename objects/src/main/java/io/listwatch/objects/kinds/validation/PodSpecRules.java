package io.listwatch.objects.kinds.validation;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Validates a pod spec, in a Pod or in a pod template. */
final class PodSpecRules {
  private final Field spec;
  private final boolean pod;
  private final String podName;

  private PodSpecRules(Field spec, boolean pod, String podName) {
    this.spec = spec;
    this.pod = pod;
    this.podName = podName;
  }

  static void checkOfPod(Field spec, String podName) {
    new PodSpecRules(spec, true, podName).check();
  }

  static void checkOfTemplate(Field spec) {
    new PodSpecRules(spec, false, "").check();
  }

  private void check() {
    checkContent();
    checkSurroundings();
    checkNames();
    checkRest();
  }

  private void checkContent() {
    Map<String, Field> volumes = new VolumeRules(pod, podName).check(spec.at("volumes"));
    List<String> claims =
        spec.at("resourceClaims").items().stream().map(each -> each.at("name").text()).toList();
    Set<String> seen = new HashSet<>();
    spec.at("resourceClaims").each(claim -> checkClaim(claim, seen));
    new ContainerRules(spec, volumes, claims).check();
    PodResourceRules.check(spec, claims);
  }

  private static void checkClaim(Field claim, Set<String> seen) {
    if (seen.add(claim.at("name").text()) || claim.at("name").isEmpty()) {
      claim.at("name").requireMatch(TextForm.DNS_LABEL);
    } else {
      claim.at("name").duplicate();
    }
    Field name = claim.at("resourceClaimName");
    Field template = claim.at("resourceClaimTemplateName");
    if (name.present() && template.present()) {
      claim.invalid(
          shownClaim(claim),
          "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified");
    } else if (name.absent() && template.absent()) {
      claim.invalid(
          shownClaim(claim),
          "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`");
    }
    name.ifPresent(each -> each.matches(TextForm.SUBDOMAIN));
    template.ifPresent(each -> each.matches(TextForm.SUBDOMAIN));
  }

  private static GoStruct shownClaim(Field claim) {
    return GoStruct.of(claim)
        .withText("Name", "name")
        .with("ResourceClaimName", "resourceClaimName")
        .with("ResourceClaimTemplateName", "resourceClaimTemplateName");
  }

  private void checkSurroundings() {
    PortRules.checkHostNetwork(spec, pod);
    spec.checkDeclared("restartPolicy", "dnsPolicy");
    spec.at("nodeSelector").labels();
    SecurityRules.checkPod(spec);
    AffinityRules.check(spec.at("affinity"));
    HostRules.checkDns(spec.at("dnsConfig"), spec.at("dnsPolicy").text());
    spec.at("readinessGates")
        .each(gate -> gate.at("conditionType").matches(TextForm.QUALIFIED_NAME));
    SchedulingRules.checkGates(spec.at("schedulingGates"));
    SchedulingRules.checkSpread(spec.at("topologySpreadConstraints"));
    WindowsRules.checkHostProcesses(spec);
    HostRules.checkHostUsers(spec);
    HostRules.checkOverride(spec);
  }

  private void checkNames() {
    spec.at("serviceAccountName").mayMatch(TextForm.SUBDOMAIN);
    spec.at("nodeName").mayMatch(TextForm.SUBDOMAIN);
    spec.checkDeclared("activeDeadlineSeconds");
    spec.at("hostname").mayMatch(TextForm.DNS_LABEL);
    spec.at("subdomain").mayMatch(TextForm.DNS_LABEL);
  }

  private void checkRest() {
    spec.at("tolerations").each(SchedulingRules::checkToleration);
    spec.at("hostAliases").each(HostRules::checkAlias);
    spec.at("priorityClassName").mayMatch(TextForm.SUBDOMAIN);
    spec.at("runtimeClassName").ifPresent(name -> name.matches(TextForm.SUBDOMAIN));
    spec.at("preemptionPolicy").ifPresent(policy -> policy.requireOneOf(policy.supported()));
    ResourceRules.checkOverhead(spec.at("overhead"), spec.at("overhead", "limits").path());
    spec.at("os").ifPresent(this::checkOs);
  }

  private void checkOs(Field os) {
    Field name = os.at("name");
    if (name.isEmpty()) {
      name.required("");
    } else if (!name.supported().contains(name.text())) {
      os.unsupported(name.text(), name.supported());
    } else if (name.is("linux")) {
      WindowsRules.checkForLinux(spec);
    } else {
      WindowsRules.checkForWindows(spec);
    }
  }
}
