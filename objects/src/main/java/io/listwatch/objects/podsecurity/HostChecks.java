package io.listwatch.objects.podsecurity;

import static io.listwatch.objects.podsecurity.StandardCheck.containers;
import static io.listwatch.objects.podsecurity.StandardCheck.counted;
import static io.listwatch.objects.podsecurity.StandardCheck.quoted;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.podsecurity.PodSecurityViolations.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Checks of access to the node: its namespaces, file system, ports, sysctls and processes. */
final class HostChecks {
  static final Set<String> SYSCTLS =
      Set.of(
          "kernel.shm_rmid_forced",
          "net.ipv4.ip_local_port_range",
          "net.ipv4.tcp_syncookies",
          "net.ipv4.ping_group_range",
          "net.ipv4.ip_unprivileged_port_start");
  static final Set<String> SYSCTLS_27 = with(SYSCTLS, "net.ipv4.ip_local_reserved_ports");
  static final Set<String> SYSCTLS_29 =
      with(
          SYSCTLS_27,
          "net.ipv4.tcp_keepalive_time",
          "net.ipv4.tcp_fin_timeout",
          "net.ipv4.tcp_keepalive_intvl",
          "net.ipv4.tcp_keepalive_probes");
  static final Set<String> SYSCTLS_32 = with(SYSCTLS_29, "net.ipv4.tcp_rmem", "net.ipv4.tcp_wmem");

  private static final List<String> PROBES =
      List.of("livenessProbe", "readinessProbe", "startupProbe");
  private static final List<String> HOOKS = List.of("postStart", "preStop");

  private HostChecks() {}

  private static Set<String> with(Set<String> names, String... more) {
    return Stream.concat(names.stream(), Stream.of(more)).collect(Collectors.toUnmodifiableSet());
  }

  static Optional<Violation> namespaces(CheckedPod pod) {
    List<String> shared =
        Stream.of("hostNetwork", "hostPID", "hostIPC")
            .filter(member -> pod.spec().path(member).asBoolean())
            .map(member -> member + "=true")
            .toList();
    return shared.isEmpty()
        ? Optional.empty()
        : Optional.of(new Violation("host namespaces", String.join(", ", shared)));
  }

  static Optional<Violation> paths(CheckedPod pod) {
    var names = new ArrayList<String>();
    for (JsonValue each : pod.spec().path("volumes")) {
      if (each.hasNonNull("hostPath")) {
        names.add(each.path("name").asText());
      }
    }
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Violation(
                "hostPath volumes", counted(names, "volume", "volumes") + " " + quoted(names)));
  }

  static Optional<Violation> ports(CheckedPod pod) {
    var names = new ArrayList<String>();
    var ports = new TreeSet<String>();
    for (JsonValue container : pod.containers()) {
      boolean bad = false;
      for (JsonValue each : container.path("ports")) {
        if (each.path("hostPort").asLong() != 0) {
          ports.add(each.path("hostPort").asText());
          bad = true;
        }
      }
      if (bad) {
        names.add(container.path("name").asText());
      }
    }
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Violation(
                "hostPort",
                "%s %s %s %s"
                    .formatted(
                        containers(names),
                        counted(names, "uses", "use"),
                        counted(ports, "hostPort", "hostPorts"),
                        String.join(", ", ports))));
  }

  static Optional<Violation> probes(CheckedPod pod) {
    var names = new TreeSet<String>();
    var hosts = new TreeSet<String>();
    for (JsonValue container : pod.containers()) {
      boolean bad = false;
      for (String probe : PROBES) {
        bad |= addHosts(container.path(probe), hosts);
      }
      for (String hook : HOOKS) {
        bad |= addHosts(container.path("lifecycle").path(hook), hosts);
      }
      if (bad) {
        names.add(container.path("name").asText());
      }
    }
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Violation(
                "probe or lifecycle host",
                "%s %s %s %s"
                    .formatted(
                        containers(names),
                        counted(names, "uses", "use"),
                        counted(hosts, "probe or lifecycle host", "probe or lifecycle hosts"),
                        quoted(hosts))));
  }

  private static boolean addHosts(JsonValue handler, Set<String> hosts) {
    boolean found = false;
    for (String action : List.of("httpGet", "tcpSocket")) {
      String host = handler.path(action).path("host").asText();
      if (!host.isEmpty()) {
        hosts.add(host);
        found = true;
      }
    }
    return found;
  }

  static Optional<Violation> sysctls(CheckedPod pod, Set<String> allowed) {
    var bad = new ArrayList<String>();
    for (JsonValue each : pod.security().path("sysctls")) {
      String name = each.path("name").asText();
      if (!allowed.contains(name)) {
        bad.add(name);
      }
    }
    return bad.isEmpty()
        ? Optional.empty()
        : Optional.of(new Violation("forbidden sysctls", String.join(", ", bad)));
  }

  static Optional<Violation> processes(CheckedPod pod) {
    var setters = new ArrayList<String>();
    if (hasHostProcess(pod.security())) {
      setters.add("pod");
    }
    List<String> bad = pod.containersWhose(HostChecks::hasHostProcess);
    if (!bad.isEmpty()) {
      setters.add(containers(bad));
    }
    return setters.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Violation(
                "hostProcess",
                String.join(" and ", setters)
                    + " must not set securityContext.windowsOptions.hostProcess=true"));
  }

  private static boolean hasHostProcess(JsonValue security) {
    return security.path("windowsOptions").path("hostProcess").asBoolean();
  }
}
