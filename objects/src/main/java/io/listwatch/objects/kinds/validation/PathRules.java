package io.listwatch.objects.kinds.validation;

import java.util.List;

/** Validates file paths, which must not lead out of their directory, and file modes. */
final class PathRules {
  private static final long MAX_MODE = 0777;

  private PathRules() {}

  static boolean leadsBack(String path) {
    return List.of(path.split("/", -1)).contains("..");
  }

  /** True for the root directory. */
  static boolean isRoot(String path) {
    return path.startsWith("/")
        && List.of(path.split("/", -1)).stream()
            .allMatch(part -> part.isEmpty() || part.equals("."));
  }

  static void noBacksteps(Field path) {
    if (leadsBack(path.text())) {
      path.invalid("must not contain '..'");
    }
  }

  static void descending(Field path) {
    if (path.text().startsWith("/")) {
      path.invalid("must be a relative path");
    }
    noBacksteps(path);
  }

  /**
   * Like {@link #descending}, but also rejects names that start with {@code ..}, which the kubelet
   * uses to update volumes atomically.
   */
  static void descendingUnreserved(Field path) {
    descending(path);
    if (path.text().startsWith("..") && !path.text().startsWith("../")) {
      path.invalid("must not start with '..'");
    }
  }

  /** Validates the permission bits of a file. */
  static void mode(Field mode) {
    if (mode.present() && (mode.number() < 0 || mode.number() > MAX_MODE)) {
      mode.invalid("must be a number between 0 and 0777 (octal), both inclusive");
    }
  }
}
