package io.listwatch.objects.kinds.validation;

import java.util.List;

/** Paths of files: which may not lead out of where they start. */
final class PathRules {
  private static final long MAX_MODE = 0777;

  private PathRules() {}

  static boolean leadsBack(String path) {
    return List.of(path.split("/", -1)).contains("..");
  }

  /** Whether a path leads to where all files are. */
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

  /** Also not among the names that are used to put files in place. */
  static void descendingUnreserved(Field path) {
    descending(path);
    if (path.text().startsWith("..") && !path.text().startsWith("../")) {
      path.invalid("must not start with '..'");
    }
  }

  /** Permissions of a file. */
  static void mode(Field mode) {
    if (mode.present() && (mode.number() < 0 || mode.number() > MAX_MODE)) {
      mode.invalid("must be a number between 0 and 0777 (octal), both inclusive");
    }
  }
}
