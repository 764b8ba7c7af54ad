package io.listwatch.objects.kinds.validation;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Validates the containers, init containers and ephemeral containers of a pod. */
final class ContainerRules {
  /** Fields that ephemeral containers may not have. */
  private static final List<String> NOT_EPHEMERAL =
      List.of(
          "ports",
          "resources",
          "livenessProbe",
          "readinessProbe",
          "startupProbe",
          "lifecycle",
          "resizePolicy",
          "restartPolicy",
          "restartPolicyRules");

  private static final String RULES_NEED_POLICY =
      "must specify restartPolicy when restart rules are used";

  private static final String SIDECARS_ONLY =
      "may not be set for init containers without restartPolicy=Always";

  private final Field spec;
  private final Map<String, Field> volumes;
  private final Collection<String> claims;
  private final ProbeRules probes;
  private final boolean hostUsers;

  /**
   * @param volumes the valid volumes of the pod by name
   * @param claims the names of the pod's resource claims
   */
  ContainerRules(Field spec, Map<String, Field> volumes, Collection<String> claims) {
    this.spec = spec;
    this.volumes = volumes;
    this.claims = claims;
    this.probes = new ProbeRules(spec.at("terminationGracePeriodSeconds"));
    this.hostUsers = !spec.at("hostUsers").isFalse();
  }

  void check() {
    checkRunning(spec.at("containers"));
    checkInitial(spec.at("initContainers"));
    checkEphemeral(spec.at("ephemeralContainers"));
  }

  private void checkRunning(Field containers) {
    if (containers.isEmpty()) {
      containers.required("");
      return;
    }
    Set<String> names = new HashSet<>();
    containers.each(
        container -> {
          checkCommon(container);
          container.at("name").unique(names);
          container.at("lifecycle").ifPresent(each -> probes.checkLifecycle(each, spec.at("os")));
          probes.checkAll(container);
          checkRestarts(container);
        });
    PortRules.checkHostPorts(containers.items());
  }

  private void checkInitial(Field containers) {
    Set<String> names = new HashSet<>(names(spec.at("containers")));
    containers.each(
        container -> {
          checkCommon(container);
          checkInitialRestarts(container);
          if (names.contains(container.at("name").text())) {
            container.at("name").duplicate();
          } else if (!container.at("name").isEmpty()) {
            names.add(container.at("name").text());
          }
          PortRules.checkHostPorts(List.of(container));
          checkInitialLifecycle(container);
        });
  }

  /**
   * Requires a restart policy where there are restart rules. Without one, the rules themselves are
   * not validated.
   */
  private static void checkInitialRestarts(Field container) {
    Field policy = container.at("restartPolicy");
    if (policy.absent() && !container.at("restartPolicyRules").isEmpty()) {
      policy.required(RULES_NEED_POLICY);
    } else {
      checkRestarts(container);
    }
  }

  private void checkInitialLifecycle(Field container) {
    boolean sidecar = container.at("restartPolicy").is("Always");
    if (sidecar) {
      container.at("lifecycle").ifPresent(each -> probes.checkLifecycle(each, spec.at("os")));
      probes.checkAll(container);
      return;
    }
    for (String member : List.of("lifecycle", "livenessProbe", "readinessProbe", "startupProbe")) {
      container.at(member).ifPresent(each -> each.forbidden(SIDECARS_ONLY));
    }
    container
        .at("resizePolicy")
        .each(
            policy -> {
              if (policy.at("restartPolicy").is("RestartContainer")) {
                policy
                    .at("restartPolicy")
                    .invalid(
                        "must not be set to 'RestartContainer' for non-sidecar initContainers");
              }
            });
  }

  private void checkEphemeral(Field containers) {
    Set<String> others = new HashSet<>(names(spec.at("containers")));
    others.addAll(names(spec.at("initContainers")));
    Set<String> all = new HashSet<>(others);
    containers.each(
        container -> {
          checkCommon(container);
          checkImageSpace(container);
          container.at("name").unique(all);
          Field target = container.at("targetContainerName");
          if (!target.isEmpty() && !others.contains(target.text())) {
            target.notFound(target.text());
          }
          checkEphemeralFields(container);
        });
  }

  private static void checkEphemeralFields(Field container) {
    String rule = "cannot be set for an Ephemeral Container";
    NOT_EPHEMERAL.stream()
        .map(container::at)
        .filter(each -> each.present() && !each.isEmpty())
        .forEach(each -> each.forbidden(rule));
    container
        .at("volumeMounts")
        .each(
            mount ->
                List.of("subPath", "subPathExpr").stream()
                    .map(mount::at)
                    .filter(each -> !each.isEmpty())
                    .forEach(each -> each.forbidden(rule)));
  }

  private static List<String> names(Field containers) {
    return containers.items().stream().map(each -> each.at("name").text()).toList();
  }

  private void checkCommon(Field container) {
    container.at("name").requireMatch(TextForm.DNS_LABEL);
    container.checkDeclared("image", "terminationMessagePolicy");
    PortRules.check(container.at("ports"));
    container.at("env").each(variable -> VariableRules.check(variable, volumes));
    VariableRules.checkAll(container.at("envFrom"));
    new MountRules(container, volumes).check();
    container.checkDeclared("imagePullPolicy");
    ResourceRules.checkContainer(container.at("resources"), claims);
    checkResizePolicy(container.at("resizePolicy"));
    container
        .at("securityContext")
        .ifPresent(each -> SecurityRules.checkContainer(each, hostUsers));
  }

  private void checkResizePolicy(Field policies) {
    Set<String> seen = new HashSet<>();
    policies.each(
        policy -> {
          Field resource = policy.at("resourceName");
          if (!seen.add(resource.text())) {
            policy.duplicate(resource.text());
          }
          Field restart = policy.at("restartPolicy");
          resource.called(policies.path()).checkDeclared();
          restart.called(policies.path()).checkDeclared();
          if (spec.at("restartPolicy").is("Never") && !restart.is("NotRequired")) {
            policies.invalid(
                restart.text(), "must be 'NotRequired' when pod `restartPolicy` is 'Never'");
          }
        });
  }

  private static void checkRestarts(Field container) {
    Field policy = container.at("restartPolicy");
    Field rules = container.at("restartPolicyRules");
    if (policy.absent()) {
      if (rules.isEmpty()) {
        return;
      }
      policy.required(RULES_NEED_POLICY);
    } else {
      policy.checkDeclared();
    }
    rules.checkDeclared();
    rules.each(ContainerRules::checkRestartRule);
  }

  private static void checkRestartRule(Field rule) {
    rule.checkDeclared("action");
    Field codes = rule.at("exitCodes");
    if (codes.absent()) {
      codes.required("must be specified");
    } else {
      codes.checkDeclared("operator", "values");
    }
  }

  /**
   * Rejects white space around an image name. Called for pods only: kube-apiserver accepts the
   * white space in pod templates.
   */
  static void checkImageSpace(Field container) {
    Field image = container.at("image");
    if (!image.text().strip().equals(image.text())) {
      image.invalid("must not have leading or trailing whitespace");
    }
  }
}
