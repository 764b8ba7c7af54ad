package io.listwatch.objects.kinds.validation;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Validates the volume mounts and volume devices of a container. */
final class MountRules {
  private final Field container;
  private final Map<String, Field> volumes;

  /**
   * @param volumes the valid volumes of the pod by name
   */
  MountRules(Field container, Map<String, Field> volumes) {
    this.container = container;
    this.volumes = volumes;
  }

  void check() {
    Field mounts = container.at("volumeMounts");
    Field devices = container.at("volumeDevices");
    checkMounts(mounts, paths(devices, "devicePath"));
    checkDevices(devices, paths(mounts, "mountPath"));
  }

  private static Map<String, String> paths(Field list, String member) {
    var paths = new LinkedHashMap<String, String>();
    list.each(each -> paths.put(each.at("name").text(), each.at(member).text()));
    return paths;
  }

  private void checkMounts(Field mounts, Map<String, String> devices) {
    Set<String> seen = new HashSet<>();
    mounts.each(
        mount -> {
          Field name = mount.at("name");
          Field path = mount.at("mountPath");
          name.checkDeclared();
          if (!volumes.containsKey(name.text())) {
            name.notFound(name.text());
          }
          path.checkDeclared();
          if (!seen.add(path.text())) {
            path.invalid(path.text(), "must be unique");
          }
          if (devices.containsKey(name.text())) {
            name.invalid("must not already exist in volumeDevices");
          }
          if (devices.containsValue(path.text())) {
            path.invalid("must not already exist as a path in volumeDevices");
          }
          checkPart(mount, mounts);
          checkPropagation(mount, mounts);
        });
  }

  /**
   * kube-apiserver reports {@code subPath} and {@code subPathExpr} at the list, not at the mount.
   */
  private static void checkPart(Field mount, Field mounts) {
    Field part = mount.at("subPath");
    Field expression = mount.at("subPathExpr");
    PathRules.descending(part.called(mounts.path().child("subPath")));
    if (!expression.isEmpty() && !part.isEmpty()) {
      expression.invalid("subPathExpr and subPath are mutually exclusive");
    }
    PathRules.descending(expression.called(mounts.path().child("subPathExpr")));
  }

  private void checkPropagation(Field mount, Field mounts) {
    Field propagation =
        mount.at("mountPropagation").called(mounts.path().child("mountPropagation"));
    propagation.checkDeclared();
    if (propagation.is("Bidirectional")
        && !container.at("securityContext", "privileged").isTrue()) {
      propagation.forbidden(
          "Bidirectional mount propagation is available only to privileged containers");
    }
    checkReadOnly(mount, mounts.at("recursiveReadOnly"));
  }

  private static void checkReadOnly(Field mount, Field place) {
    Field recursive = mount.at("recursiveReadOnly").called(place.path());
    if (recursive.is("Enabled") || recursive.is("IfPossible")) {
      if (!mount.at("readOnly").isTrue()) {
        recursive.forbidden("may only be specified when readOnly is true");
      }
      Field propagation = mount.at("mountPropagation");
      if (propagation.present() && !propagation.is("None")) {
        recursive.forbidden("may only be specified when mountPropagation is None or not specified");
      }
    }
    recursive.checkDeclared();
  }

  private void checkDevices(Field devices, Map<String, String> mounts) {
    Set<String> paths = new HashSet<>();
    Set<String> names = new HashSet<>();
    devices.each(
        device -> {
          Field name = device.at("name");
          Field path = device.at("devicePath");
          checkDeviceName(name, names);
          checkDevicePath(path, paths);
          if (mounts.containsKey(name.text())) {
            name.invalid("must not already exist in volumeMounts");
          }
          if (mounts.containsValue(path.text())) {
            path.invalid("must not already exist as a path in volumeMounts");
          }
        });
  }

  private void checkDeviceName(Field name, Set<String> names) {
    name.checkDeclared();
    if (!name.isEmpty() && !names.add(name.text())) {
      name.invalid("must be unique");
    }
    Field volume = volumes.get(name.text());
    if (volume == null) {
      name.notFound(name.text());
    } else if (volume.at("persistentVolumeClaim").absent() && volume.at("ephemeral").absent()) {
      name.invalid(
          "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode");
    }
  }

  private static void checkDevicePath(Field path, Set<String> paths) {
    path.checkDeclared();
    if (paths.contains(path.text())) {
      path.invalid(path.text(), "must be unique");
    }
    if (PathRules.leadsBack(path.text())) {
      path.invalid("can not contain backsteps ('..')");
    } else {
      paths.add(path.text());
    }
  }
}
