package io.listwatch.server.registry.openapi;

import java.util.Locale;

/**
 * The {@code operationId}, from which client generators derive method names.
 *
 * @param id unique in a document, such as {@code readCoreV1NamespacedPodStatus}
 * @param tag of the group version, such as {@code core_v1}
 */
record OperationId(String id, String tag) {
  /**
   * Creates the id of an operation.
   *
   * @param verb the first word of the id
   * @param group empty for the core group
   * @param version empty for an operation on the whole group
   * @param object the rest of the id
   */
  static OperationId of(String verb, String group, String version, String object) {
    String name = group.isEmpty() ? "core" : withoutDomain(group);
    String tag = joined(name, false) + (version.isEmpty() ? "" : "_" + joined(version, false));
    return new OperationId(verb + joined(name, true) + joined(version, true) + object, tag);
  }

  private static String withoutDomain(String group) {
    return group.endsWith(".k8s.io") ? group.substring(0, group.length() - 7) : group;
  }

  /**
   * Converts to camel case. Every character that is not a letter, digit or underscore separates
   * words.
   */
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

  /** Capitalizes a word. */
  static String title(String word) {
    return word.isEmpty()
        ? word
        : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
  }
}
