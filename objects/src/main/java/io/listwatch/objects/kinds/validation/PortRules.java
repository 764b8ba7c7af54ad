package io.listwatch.objects.kinds.validation;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Validates container ports and host ports. */
final class PortRules {
  private PortRules() {}

  static void check(Field ports) {
    Set<String> names = new HashSet<>();
    ports.each(
        port -> {
          checkName(port.at("name"), names);
          port.checkDeclared("containerPort", "hostPort", "protocol");
        });
  }

  private static void checkName(Field name, Set<String> names) {
    if (name.isEmpty()) {
      return;
    }
    List<String> violations = TextForm.PORT_NAME.violations(name.text());
    violations.forEach(name::invalid);
    if (violations.isEmpty()) {
      name.unique(names);
    }
  }

  /** Rejects a host port that is used twice. */
  static void checkHostPorts(List<Field> containers) {
    Set<String> used = new HashSet<>();
    for (Field container : containers) {
      container
          .at("ports")
          .each(
              port -> {
                long number = port.at("hostPort").number();
                String address =
                    port.at("protocol").text() + "/" + port.at("hostIP").text() + "/" + number;
                if (number != 0 && !used.add(address)) {
                  port.at("hostPort").duplicate(address);
                }
              });
    }
  }

  /** Requires host port and container port to be equal when {@code hostNetwork} is true. */
  static void checkHostNetwork(Field spec, boolean pod) {
    if (!spec.at("hostNetwork").isTrue()) {
      return;
    }
    spec.at("containers")
        .each(
            container ->
                container
                    .at("ports")
                    .each(
                        port -> {
                          Field host = port.at("hostPort");
                          long number = port.at("containerPort").number();
                          if ((pod || host.number() != 0) && host.number() != number) {
                            host.invalid(
                                host.number(),
                                "must match `containerPort` when `hostNetwork` is true");
                          }
                        }));
  }
}
