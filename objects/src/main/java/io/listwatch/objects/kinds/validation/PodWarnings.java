package io.listwatch.objects.kinds.validation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Warns about pods and pod templates that are valid but probably wrong: duplicates, deprecated
 * fields, selectors that match nothing.
 */
final class PodWarnings {
  /** Annotations that fields have replaced, in the order of the warnings. */
  private static final List<Map.Entry<String, String>> OLD_ANNOTATIONS =
      List.of(
          Map.entry(
              "scheduler.alpha.kubernetes.io/critical-pod",
              "non-functional in v1.16+; use the \"priorityClassName\" field instead"),
          Map.entry(
              "security.alpha.kubernetes.io/sysctls",
              "non-functional in v1.11+; use the \"sysctls\" field instead"),
          Map.entry(
              "security.alpha.kubernetes.io/unsafe-sysctls",
              "non-functional in v1.11+; use the \"sysctls\" field instead"));

  private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
  private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

  private final Field metadata;
  private final Field spec;
  private final List<String> warnings = new ArrayList<>();

  private PodWarnings(Field pod) {
    this.metadata = pod.at("metadata");
    this.spec = pod.at("spec");
  }

  /**
   * Returns the warnings about a pod, except those about AppArmor annotations, which need the pod
   * before it is defaulted.
   */
  static List<String> ofPod(Field pod) {
    return new PodWarnings(pod).look(false);
  }

  static List<String> ofTemplate(Field template) {
    return template.present() ? new PodWarnings(template).look(true) : List.of();
  }

  static void status(Field status, List<String> warnings) {
    status.at("podIPs").each(each -> AddressWarnings.address(each.at("ip"), warnings));
    status.at("hostIPs").each(each -> AddressWarnings.address(each.at("ip"), warnings));
  }

  private List<String> look(boolean template) {
    placement();
    annotations();
    spec.at("volumes").each(volume -> StorageWarnings.source(volume, warnings));
    spec.at("volumes").each(volume -> PathWarnings.volume(volume, warnings));
    repeated("hostAliases", "ip");
    repeated("imagePullSecrets", "name");
    spec.at("imagePullSecrets").each(this::named);
    sizes(spec.at("overhead"));
    ProfileAnnotations profiles = new ProfileAnnotations(metadata.at("annotations"), spec);
    profiles.warnOfPodSeccomp(warnings);
    List<Field> containers = containers();
    containers.forEach(
        container -> {
          profiles.warnOfSeccomp(container, warnings);
          if (template) {
            profiles.warnOfAppArmor(container, warnings);
          }
          sizes(container.at("resources", "limits"), "memory");
          sizes(container.at("resources", "requests"), "memory");
          sizes(container.at("resources", "limits"), "ephemeral-storage");
          sizes(container.at("resources", "requests"), "ephemeral-storage");
          variables(container);
        });
    ports(containers);
    portNames(containers);
    patience();
    neighbours("podAffinity");
    neighbours("podAntiAffinity");
    spec.at("dnsConfig", "nameservers").each(each -> AddressWarnings.address(each, warnings));
    spec.at("hostAliases").each(each -> AddressWarnings.address(each.at("ip"), warnings));
    return warnings;
  }

  private List<Field> containers() {
    var all = new ArrayList<Field>();
    for (String member : List.of("initContainers", "containers", "ephemeralContainers")) {
      all.addAll(spec.at(member).items());
    }
    return all;
  }

  private void warn(Field place, String text) {
    warnings.add(place.path() + ": " + text);
  }

  private void placement() {
    Field selector = spec.at("nodeSelector");
    for (String label : selector.entries().keySet()) {
      NodeLabelWarnings.label(selector.path().key(label), label, warnings);
    }
    Field affinity = spec.at("affinity", "nodeAffinity");
    NodeLabelWarnings.terms(affinity.at(REQUIRED, "nodeSelectorTerms"), warnings);
    affinity
        .at(PREFERRED)
        .each(each -> NodeLabelWarnings.preference(each.at("preference"), warnings));
    spec.at("topologySpreadConstraints")
        .each(
            constraint -> {
              NodeLabelWarnings.key(constraint.at("topologyKey"), warnings);
              selection(constraint.at("labelSelector"));
            });
  }

  private void annotations() {
    Field annotations = metadata.at("annotations");
    for (Map.Entry<String, String> old : OLD_ANNOTATIONS) {
      if (annotations.value().has(old.getKey())) {
        warnings.add(annotations.path().key(old.getKey()) + ": " + old.getValue());
      }
    }
  }

  private void selection(Field selector) {
    if (selector.absent()) {
      warn(selector, "a null labelSelector results in matching no pod");
    }
  }

  private void neighbours(String kind) {
    Field affinity = spec.at("affinity", kind);
    affinity.at(REQUIRED).each(term -> selection(term.at("labelSelector")));
    affinity.at(PREFERRED).each(term -> selection(term.at("podAffinityTerm", "labelSelector")));
  }

  private void repeated(String list, String member) {
    Set<String> seen = new HashSet<>();
    spec.at(list)
        .each(
            each -> {
              String text = each.at(member).text();
              if (!seen.add(text)) {
                warn(each.at(member), "duplicate %s \"%s\"".formatted(member, text));
              }
            });
  }

  private void named(Field secret) {
    if (secret.at("name").isEmpty()) {
      warn(secret.at("name"), "invalid empty name \"\"");
    }
  }

  private void sizes(Field quantities) {
    sizes(quantities, "memory");
    sizes(quantities, "ephemeral-storage");
  }

  private void sizes(Field quantities, String resource) {
    Field size = quantities.at(resource);
    StorageWarnings.wholeBytes(size.called(quantities.path().key(resource)), warnings);
  }

  private void variables(Field container) {
    Set<String> seen = new HashSet<>();
    container
        .at("env")
        .each(
            variable -> {
              String name = variable.at("name").text();
              if (!seen.add(name) && !buildsOn(variable, "$(" + name + ")")) {
                warn(
                    variable,
                    "hides previous definition of \"%s\", which may be dropped when using apply"
                        .formatted(name));
              }
            });
  }

  /** True if the variable's value refers to its earlier value and adds to it. */
  private static boolean buildsOn(Field variable, String before) {
    String value = variable.at("value").text();
    return variable.at("valueFrom").absent() && value.contains(before) && !value.equals(before);
  }

  /** Compares each port with the first one of the same number, so the time is linear. */
  private void ports(List<Field> containers) {
    Map<String, Field> first = new HashMap<>();
    for (Field container : containers) {
      for (Field port : container.at("ports").items()) {
        if (!port.at("hostIP").isEmpty() && port.at("hostPort").number() == 0) {
          warn(port, "hostIP set without hostPort: " + shown(port));
        }
        String number = port.at("containerPort").number() + "/" + port.at("protocol").text();
        Field other = first.putIfAbsent(number, port);
        if (other != null) {
          overlap(port, other);
        }
      }
    }
  }

  /** Prints a port like Go's {@code %+v}. */
  private static String shown(Field port) {
    return "{Name:%s HostPort:0 ContainerPort:%d Protocol:%s HostIP:%s}"
        .formatted(
            port.at("name").text(),
            port.at("containerPort").number(),
            port.at("protocol").text(),
            port.at("hostIP").text());
  }

  private void overlap(Field port, Field other) {
    long host = port.at("hostPort").number();
    long otherHost = other.at("hostPort").number();
    String address = port.at("hostIP").text();
    String otherAddress = other.at("hostIP").text();
    if (host == otherHost && address.equals(otherAddress)) {
      warn(port, "duplicate port definition with " + other.path());
    } else if (host == 0 || otherHost == 0) {
      warn(port, "overlapping port definition with " + other.path());
    } else if (host == otherHost && address.isEmpty() != otherAddress.isEmpty()) {
      warn(port, "dangerously ambiguous port definition with " + other.path());
    }
  }

  private void portNames(List<Field> containers) {
    Map<String, Field> first = new HashMap<>();
    for (Field container : containers) {
      for (Field port : container.at("ports").items()) {
        String name = port.at("name").text();
        Field other = name.isEmpty() ? null : first.putIfAbsent(name, port);
        if (other != null) {
          warn(
              port,
              ("duplicate port name \"%s\" with %s, services and probes that select ports by name"
                      + " will use %s")
                  .formatted(name, other.path(), other.path()));
        }
      }
    }
  }

  private void patience() {
    Field patience = spec.at("terminationGracePeriodSeconds");
    if (patience.number() < 0) {
      warn(patience, "must be >= 0; negative values are invalid and will be treated as 1");
    }
  }
}
