package io.listwatch.objects.podsecurity;

import static io.listwatch.objects.podsecurity.StandardCheck.containers;
import static io.listwatch.objects.podsecurity.StandardCheck.counted;
import static io.listwatch.objects.podsecurity.StandardCheck.quoted;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.podsecurity.PodSecurityViolations.Violation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Checks of privileges and capabilities of containers, and of the volumes they may use. */
final class ContainerChecks {
  private static final Set<String> DEFAULT_CAPABILITIES =
      Set.of(
          "AUDIT_WRITE",
          "CHOWN",
          "DAC_OVERRIDE",
          "FOWNER",
          "FSETID",
          "KILL",
          "MKNOD",
          "NET_BIND_SERVICE",
          "SETFCAP",
          "SETGID",
          "SETPCAP",
          "SETUID",
          "SYS_CHROOT");

  private static final Set<String> ALLOWED_VOLUMES =
      Set.of(
          "configMap",
          "csi",
          "downwardAPI",
          "emptyDir",
          "ephemeral",
          "image",
          "persistentVolumeClaim",
          "projected",
          "secret");

  private static final List<String> OTHER_VOLUMES =
      List.of(
          "hostPath",
          "gcePersistentDisk",
          "awsElasticBlockStore",
          "gitRepo",
          "nfs",
          "iscsi",
          "glusterfs",
          "rbd",
          "flexVolume",
          "cinder",
          "cephfs",
          "flocker",
          "fc",
          "azureFile",
          "vsphereVolume",
          "quobyte",
          "azureDisk",
          "photonPersistentDisk",
          "portworxVolume",
          "scaleIO",
          "storageos");

  private ContainerChecks() {}

  static Optional<Violation> privileged(CheckedPod pod) {
    List<String> bad = pod.containersWhose(security -> security.path("privileged").asBoolean());
    return violation(bad, "privileged", " must not set securityContext.privileged=true");
  }

  static Optional<Violation> escalation(CheckedPod pod) {
    List<String> bad =
        pod.containersWhose(security -> security.path("allowPrivilegeEscalation").asBoolean(true));
    return violation(
        bad,
        "allowPrivilegeEscalation != false",
        " must set securityContext.allowPrivilegeEscalation=false");
  }

  private static Optional<Violation> violation(List<String> bad, String reason, String detail) {
    return bad.isEmpty()
        ? Optional.empty()
        : Optional.of(new Violation(reason, containers(bad) + detail));
  }

  static Optional<Violation> procMount(CheckedPod pod) {
    var types = new TreeSet<String>();
    List<String> bad =
        pod.containersWhose(
            security ->
                security.hasNonNull("procMount")
                    && !security.path("procMount").asText().equals("Default")
                    && noted(types, security.path("procMount")));
    return violation(
        bad, "procMount", " must not set securityContext.procMount to " + quoted(types));
  }

  static Optional<Violation> addedCapabilities(CheckedPod pod) {
    var added = new TreeSet<String>();
    List<String> bad = pod.containersWhose(each -> addsOther(each, DEFAULT_CAPABILITIES, added));
    return violation(bad, "non-default capabilities", adding(added));
  }

  static Optional<Violation> capabilities(CheckedPod pod) {
    var details = new ArrayList<String>();
    List<String> keeping = pod.containersWhose(security -> !dropsAll(security));
    if (!keeping.isEmpty()) {
      details.add(containers(keeping) + " must set securityContext.capabilities.drop=[\"ALL\"]");
    }
    var added = new TreeSet<String>();
    List<String> adding =
        pod.containersWhose(each -> addsOther(each, Set.of("NET_BIND_SERVICE"), added));
    if (!adding.isEmpty()) {
      details.add(containers(adding) + adding(added));
    }
    return details.isEmpty()
        ? Optional.empty()
        : Optional.of(new Violation("unrestricted capabilities", String.join("; ", details)));
  }

  private static String adding(Collection<String> capabilities) {
    return " must not include " + quoted(capabilities) + " in securityContext.capabilities.add";
  }

  private static boolean dropsAll(JsonValue security) {
    for (JsonValue each : security.path("capabilities").path("drop")) {
      if (each.asText().equals("ALL")) {
        return true;
      }
    }
    return false;
  }

  /** True if a container adds capabilities that are not allowed. Adds those to {@code others}. */
  private static boolean addsOther(JsonValue security, Set<String> allowed, Set<String> others) {
    boolean found = false;
    for (JsonValue each : security.path("capabilities").path("add")) {
      if (!allowed.contains(each.asText())) {
        found = noted(others, each);
      }
    }
    return found;
  }

  private static boolean noted(Set<String> values, JsonValue value) {
    values.add(value.asText());
    return true;
  }

  static Optional<Violation> volumes(CheckedPod pod) {
    var names = new ArrayList<String>();
    var types = new TreeSet<String>();
    for (JsonValue each : pod.spec().path("volumes")) {
      if (ALLOWED_VOLUMES.stream().noneMatch(each::hasNonNull)) {
        names.add(each.path("name").asText());
        types.add(OTHER_VOLUMES.stream().filter(each::hasNonNull).findFirst().orElse("unknown"));
      }
    }
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Violation(
                "restricted volume types",
                "%s %s %s %s %s"
                    .formatted(
                        counted(names, "volume", "volumes"),
                        quoted(names),
                        counted(names, "uses", "use"),
                        counted(types, "restricted volume type", "restricted volume types"),
                        quoted(types))));
  }
}
