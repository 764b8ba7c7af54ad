package io.listwatch.server.registry.openapi;

import java.util.Locale;

/**
 * By what an operation is known to those who generate clients.
 *
 * @param id unique in a document, as in {@code readCoreV1NamespacedPodStatus}
 * @param tag of the group and version, as in {@code core_v1}
 */
record OperationId(String id, String tag) {
  /**
   * The id of an operation.
   *
   * @param verb how it begins
   * @param group empty for the core group
   * @param version empty if it is about all versions of the group
   * @param object how it ends
   */
  static OperationId of(String verb, String group, String version, String object) {
    String name = group.isEmpty() ? "core" : withoutDomain(group);
    String tag = joined(name, false) + (version.isEmpty() ? "" : "_" + joined(version, false));
    return new OperationId(verb + joined(name, true) + joined(version, true) + object, tag);
  }

  private static String withoutDomain(String group) {
    return group.endsWith(".k8s.io") ? group.substring(0, group.length() - 7) : group;
  }

  /** In camel case, where anything but letters and digits began a word. */
  private static String joined(String text, boolean upper) {
    var joined = new StringBuilder();
    boolean capital = upper;
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      if (Character.isLetter(each) || each == '_' || (i > 0 && Character.isDigit(each))) {
        joined.append(capital ? Character.toUpperCase(each) : each);
        capital = false;
      } else {
        capital = true;
      }
    }
    return joined.toString();
  }

  /** {@code status} becomes {@code Status}. */
  static String title(String word) {
    return word.isEmpty()
        ? word
        : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
  }
}
