package io.listwatch.server.kinds.validation;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is right about a pod, but hardly meant: what hides something else, what is read no more,
 * what matches nothing.
 */
final class PodWarnings {
  private static final Map<String, String> OLD_LABELS =
      Map.of(
          "beta.kubernetes.io/arch",
          "deprecated since v1.14; use \"kubernetes.io/arch\" instead",
          "beta.kubernetes.io/os",
          "deprecated since v1.14; use \"kubernetes.io/os\" instead",
          "failure-domain.beta.kubernetes.io/region",
          "deprecated since v1.17; use \"topology.kubernetes.io/region\" instead",
          "failure-domain.beta.kubernetes.io/zone",
          "deprecated since v1.17; use \"topology.kubernetes.io/zone\" instead",
          "beta.kubernetes.io/instance-type",
          "deprecated since v1.17; use \"node.kubernetes.io/instance-type\" instead",
          "app.kubernetes.io/created-by",
          "deprecated since v1.9",
          "scheduler.alpha.kubernetes.io/preferAvoidPods",
          "deprecated since v1.22; use Taints and Tolerations instead",
          "node-role.kubernetes.io/master",
          "use \"node-role.kubernetes.io/control-plane\" instead");

  private static final Map<String, String> OLD_VOLUMES =
      Map.of(
          "photonPersistentDisk", "deprecated in v1.11, non-functional in v1.16+",
          "gitRepo", "deprecated in v1.11, and disabled by default in v1.33+",
          "scaleIO", "deprecated in v1.16, non-functional in v1.22+",
          "flocker", "deprecated in v1.22, non-functional in v1.25+",
          "storageos", "deprecated in v1.22, non-functional in v1.25+",
          "quobyte", "deprecated in v1.22, non-functional in v1.25+",
          "glusterfs", "deprecated in v1.25, non-functional in v1.26+",
          "cephfs", "deprecated in v1.28, non-functional in v1.31+",
          "rbd", "deprecated in v1.28, non-functional in v1.31+");

  private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
  private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

  private final Field spec;
  private final List<String> warnings = new ArrayList<>();

  private PodWarnings(Field spec) {
    this.spec = spec;
  }

  /**
   * @param pod a pod, or the template of one
   */
  static List<String> of(Field pod) {
    var looked = new PodWarnings(pod.at("spec"));
    looked.placement();
    looked.spec.at("volumes").each(looked::volume);
    looked.repeated("hostAliases", "ip");
    looked.repeated("imagePullSecrets", "name");
    List<Field> containers = looked.containers();
    containers.forEach(looked::sizes);
    containers.forEach(looked::variables);
    looked.ports(containers);
    looked.portNames(containers);
    looked.patience();
    looked.neighbours("podAffinity");
    looked.neighbours("podAntiAffinity");
    return looked.warnings;
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
    spec.at("nodeSelector").entries().forEach((label, place) -> oldLabel(place, label, ""));
    Field affinity = spec.at("affinity", "nodeAffinity");
    affinity.at(REQUIRED, "nodeSelectorTerms").each(this::term);
    affinity.at(PREFERRED).each(each -> term(each.at("preference")));
    spec.at("topologySpreadConstraints")
        .each(
            constraint -> {
              Field key = constraint.at("topologyKey");
              oldLabel(key, key.text(), key.text() + " is ");
              selection(constraint.at("labelSelector"));
            });
  }

  private void term(Field term) {
    term.at("matchExpressions")
        .each(
            each ->
                oldLabel(each.at("key"), each.at("key").text(), each.at("key").text() + " is "));
  }

  private void oldLabel(Field place, String label, String subject) {
    String better = OLD_LABELS.get(label);
    if (better != null) {
      warn(place, subject + better);
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

  private void volume(Field volume) {
    volume
        .entries()
        .keySet()
        .forEach(
            source -> {
              String end = OLD_VOLUMES.get(source);
              if (end != null) {
                warn(volume.at(source.equals("storageos") ? "storageOS" : source), end);
              }
            });
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

  private void sizes(Field container) {
    for (String resource : List.of("memory", "ephemeral-storage")) {
      for (String side : List.of("limits", "requests")) {
        Field size = container.at("resources", side, resource);
        if (size.amount().remainder(BigDecimal.ONE).signum() != 0) {
          warn(
              size.called(container.at("resources", side).path().key(resource)),
              "fractional byte value \"%s\" is invalid, must be an integer"
                  .formatted(ResourceRules.shown(size)));
        }
      }
    }
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

  /** Whether a variable takes what it was before and adds to it. */
  private static boolean buildsOn(Field variable, String before) {
    String value = variable.at("value").text();
    return variable.at("valueFrom").absent() && value.contains(before) && !value.equals(before);
  }

  /** Each is compared with the first of its number, however many there are. */
  private void ports(List<Field> containers) {
    Map<String, Field> first = new HashMap<>();
    for (Field container : containers) {
      for (Field port : container.at("ports").items()) {
        String number = port.at("containerPort").number() + "/" + port.at("protocol").text();
        Field other = first.putIfAbsent(number, port);
        if (other != null) {
          overlap(port, other);
        }
      }
    }
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
