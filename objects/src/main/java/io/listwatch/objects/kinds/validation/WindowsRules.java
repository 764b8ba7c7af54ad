package io.listwatch.objects.kinds.validation;

import java.util.List;
import java.util.stream.Stream;

/** Validates the fields that a pod may have on only one operating system, Windows or Linux. */
final class WindowsRules {
  private static final int MAX_CREDENTIALS = 64 * 1024;

  /** Fields of Linux pods, in the order in which kube-apiserver checks them. */
  private static final List<String> LINUX_ALONE =
      List.of(
          "securityContext.appArmorProfile",
          "securityContext.seLinuxOptions",
          "hostUsers",
          "hostPID",
          "hostIPC",
          "securityContext.seccompProfile",
          "securityContext.fsGroup",
          "securityContext.fsGroupChangePolicy",
          "securityContext.sysctls",
          "shareProcessNamespace",
          "securityContext.runAsUser",
          "securityContext.runAsGroup",
          "securityContext.supplementalGroups",
          "securityContext.supplementalGroupsPolicy",
          "securityContext.seLinuxChangePolicy");

  /** Fields that are not pointers in Go: false or empty counts as absent. */
  private static final List<String> PLAIN =
      List.of("hostPID", "hostIPC", "securityContext.sysctls");

  private static final List<String> LINUX_CONTAINERS_ALONE =
      List.of(
          "appArmorProfile",
          "seLinuxOptions",
          "seccompProfile",
          "capabilities",
          "readOnlyRootFilesystem",
          "privileged",
          "allowPrivilegeEscalation",
          "procMount",
          "runAsUser",
          "runAsGroup");

  private WindowsRules() {}

  /** Rejects fields of Linux in a pod for Windows. */
  static void checkForWindows(Field spec) {
    for (String member : LINUX_ALONE) {
      Field field = spec;
      for (String step : member.split("\\.", -1)) {
        field = field.at(step);
      }
      boolean said = PLAIN.contains(member) ? field.isTrue() || !field.isEmpty() : field.present();
      if (said) {
        field.forbidden("cannot be set for a windows pod");
      }
    }
    contexts(spec)
        .flatMap(context -> LINUX_CONTAINERS_ALONE.stream().map(context::at))
        .filter(Field::present)
        .forEach(field -> field.forbidden("cannot be set for a windows pod"));
  }

  /** Rejects fields of Windows in a pod for Linux. */
  static void checkForLinux(Field spec) {
    Stream.concat(Stream.of(spec.at("securityContext")), contexts(spec))
        .map(context -> context.at("windowsOptions"))
        .filter(Field::present)
        .forEach(options -> options.forbidden("windows options cannot be set for a linux pod"));
  }

  /** Returns the security contexts of all containers, init containers first. */
  private static Stream<Field> contexts(Field spec) {
    return Stream.of("initContainers", "containers", "ephemeralContainers")
        .flatMap(member -> spec.at(member).items().stream())
        .map(container -> container.at("securityContext"));
  }

  /** Requires all containers of a pod to be HostProcess containers, or none. */
  static void checkHostProcesses(Field spec) {
    Field ofPod = hostProcess(spec.at("securityContext"));
    List<Field> own = contexts(spec).map(WindowsRules::hostProcess).toList();
    for (Field each : own) {
      if (each.present() && ofPod.present() && each.isTrue() != ofPod.isTrue()) {
        each.invalid(
            "pod hostProcess value must be identical if both are specified, was " + ofPod.value());
      }
    }
    long processes = own.stream().filter(each -> (each.present() ? each : ofPod).isTrue()).count();
    if (processes == 0) {
      return;
    }
    if (processes < own.size()) {
      spec.invalid(
          "",
          "If pod contains any hostProcess containers then all containers must be HostProcess"
              + " containers");
    }
    if (!spec.at("hostNetwork").isTrue()) {
      spec.at("hostNetwork")
          .invalid(false, "hostNetwork must be true if pod contains any hostProcess containers");
    }
  }

  private static Field hostProcess(Field context) {
    return context.at("windowsOptions", "hostProcess");
  }

  /** Validates the Windows options of a security context. */
  static void checkOptions(Field options) {
    options.at("gmsaCredentialSpecName").ifPresent(name -> name.matches(TextForm.SUBDOMAIN));
    Field credentials = options.at("gmsaCredentialSpec");
    if (credentials.present() && credentials.isEmpty()) {
      credentials.invalid("gmsaCredentialSpec cannot be an empty string");
    } else if (credentials.bytes() > MAX_CREDENTIALS) {
      credentials.invalid("gmsaCredentialSpec size must be under 64 KiB");
    }
    options.at("runAsUserName").ifPresent(WindowsUserRules::check);
  }
}
