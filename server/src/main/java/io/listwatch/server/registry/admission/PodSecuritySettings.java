package io.listwatch.server.registry.admission;

import io.listwatch.objects.podsecurity.PodSecurityPolicy;
import java.util.List;
import java.util.Set;

/**
 * The configuration of the plug-in PodSecurity.
 *
 * @param defaults the policy of namespaces without labels
 * @param users whose pods are not checked
 * @param runtimeClasses whose pods are not checked
 * @param namespaces whose pods are not checked
 */
record PodSecuritySettings(
    PodSecurityPolicy defaults,
    Set<String> users,
    Set<String> runtimeClasses,
    Set<String> namespaces) {
  static final PodSecuritySettings DEFAULT =
      new PodSecuritySettings(PodSecurityPolicy.PRIVILEGED, Set.of(), Set.of(), Set.of());

  PodSecuritySettings(
      PodSecurityPolicy defaults,
      List<String> users,
      List<String> runtimeClasses,
      List<String> namespaces) {
    this(defaults, Set.copyOf(users), Set.copyOf(runtimeClasses), Set.copyOf(namespaces));
  }
}
