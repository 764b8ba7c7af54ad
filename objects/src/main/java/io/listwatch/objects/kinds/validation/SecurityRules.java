package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.json.JsonObject;
import java.util.HashSet;
import java.util.Set;

/** Validates the security contexts of pods and containers. */
final class SecurityRules {
  private static final int MAX_SYSCTL = 253;
  private static final String SYSCTL =
      "([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
  private static final Declaration APP_ARMOR = Declaration.ofType("core/v1.AppArmorProfile");

  private SecurityRules() {}

  static void checkContainer(Field context, boolean hostUsers) {
    context.checkDeclared("runAsUser", "runAsGroup", "procMount");
    Field mount = context.at("procMount");
    if (hostUsers && mount.is("Unmasked")) {
      mount.invalid("`hostUsers` must be false to use `Unmasked`");
    }
    context.at("seccompProfile").ifPresent(SecurityRules::checkSeccomp);
    if (context.at("allowPrivilegeEscalation").isFalse()) {
      checkEscalation(context);
    }
    WindowsRules.checkOptions(context.at("windowsOptions"));
    context.at("appArmorProfile").ifPresent(SecurityRules::checkAppArmor);
  }

  private static void checkEscalation(Field context) {
    if (context.at("privileged").isTrue()) {
      context.invalid("cannot set `allowPrivilegeEscalation` to false and `privileged` to true");
    }
    if (context.at("capabilities", "add").texts().contains("CAP_SYS_ADMIN")) {
      context.invalid(
          "cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN");
    }
  }

  static void checkPod(Field spec) {
    Field context = spec.at("securityContext");
    context.checkDeclared("fsGroup", "runAsUser", "runAsGroup");
    context.at("supplementalGroups").each(Field::checkDeclared);
    if (spec.at("shareProcessNamespace").isTrue() && spec.at("hostPID").isTrue()) {
      context
          .at("shareProcessNamespace")
          .invalid(true, "ShareProcessNamespace and HostPID cannot both be enabled");
    }
    checkSysctls(context.at("sysctls"), spec);
    context.checkDeclared("fsGroupChangePolicy");
    context.at("seccompProfile").ifPresent(SecurityRules::checkSeccomp);
    WindowsRules.checkOptions(context.at("windowsOptions"));
    context.at("appArmorProfile").ifPresent(SecurityRules::checkAppArmor);
    context.checkDeclared("supplementalGroupsPolicy", "seLinuxChangePolicy");
  }

  private static void checkSysctls(Field sysctls, Field spec) {
    Set<String> seen = new HashSet<>();
    sysctls.each(
        sysctl -> {
          Field name = sysctl.at("name");
          if (name.isEmpty()) {
            name.required("");
          } else if (!isSysctl(name.text())) {
            name.invalid(
                "must have at most " + MAX_SYSCTL + " characters and match regex ^" + SYSCTL + "$");
          } else {
            name.unique(seen);
          }
          checkHostSysctl(name, spec);
        });
  }

  /** Uses no regular expression: it would recurse on untrusted input. */
  private static boolean isSysctl(String name) {
    if (name.length() > MAX_SYSCTL) {
      return false;
    }
    for (String part : name.split("[./]", -1)) {
      boolean fits =
          TextForm.consistsOf(
                  part, c -> TextForm.isLower(c) || TextForm.isDigit(c) || c == '-' || c == '_')
              && isEdge(part.charAt(0))
              && isEdge(part.charAt(part.length() - 1));
      if (!fits) {
        return false;
      }
    }
    return true;
  }

  private static boolean isEdge(char c) {
    return c != '-' && c != '_';
  }

  private static void checkHostSysctl(Field name, Field spec) {
    String text = name.text().replace('/', '.');
    if (spec.at("hostNetwork").isTrue() && text.startsWith("net.")) {
      name.invalid("may not be specified when 'hostNetwork' is true");
    } else if (spec.at("hostIPC").isTrue()
        && (text.startsWith("kernel.shm")
            || text.startsWith("kernel.msg")
            || text.equals("kernel.sem")
            || text.startsWith("fs.mqueue."))) {
      name.invalid("may not be specified when 'hostIPC' is true");
    }
  }

  private static void checkSeccomp(Field profile) {
    Field type = profile.at("type");
    if (type.isEmpty()) {
      type.required("type is required when seccompProfile is set");
    } else {
      type.checkDeclared();
    }
    Field local = profile.at("localhostProfile");
    if (!type.is("Localhost")) {
      if (local.present()) {
        local.invalid(
            GoStruct.of(profile)
                .withText("Type", "type")
                .with("LocalhostProfile", "localhostProfile"),
            "can only be set when seccomp type is Localhost");
      }
    } else if (local.absent()) {
      local.required("must be set when seccomp type is Localhost");
    } else {
      PathRules.descending(local);
    }
  }

  static boolean isAppArmor(JsonObject profile) {
    Field field = Field.unchecked(APP_ARMOR, profile);
    return field.passes(() -> checkAppArmor(field));
  }

  private static void checkAppArmor(Field profile) {
    Field type = profile.at("type");
    Field local = profile.at("localhostProfile");
    switch (type.text()) {
      case "Localhost" -> checkLocalProfile(local);
      case "RuntimeDefault", "Unconfined" ->
          local.ifPresent(
              given -> given.invalid("can only be set when AppArmor type is Localhost"));
      case "" -> type.required("type is required when appArmorProfile is set");
      default -> type.checkDeclared();
    }
  }

  private static void checkLocalProfile(Field local) {
    if (local.absent() || local.isEmpty()) {
      local.required("must be set when AppArmor type is Localhost");
    } else if (!local.text().strip().equals(local.text())) {
      local.invalid("must not be padded with whitespace");
    }
    local.checkDeclared();
  }
}
