package io.listwatch.selector;

import java.util.ArrayList;
import java.util.List;

/**
 * Validates label keys and values, with kube-apiserver's messages.
 *
 * <p>Written by hand, without regular expressions: one with a repeated group recurses on its input,
 * and the input is untrusted.
 */
public final class LabelSyntax {
  private static final int MAX_NAME_BYTES = 63;
  private static final int MAX_PREFIX_BYTES = 253;

  private static final String NAME_RULE =
      "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an"
          + " alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for"
          + " validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
  private static final String KEY_RULE =
      "a valid label key "
          + NAME_RULE
          + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')";
  private static final String PREFIX_RULE =
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or"
          + " '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex"
          + " used for validation is"
          + " '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
  private static final String VALUE_RULE =
      "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or"
          + " '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or"
          + " 'my_value',  or '12345', regex used for validation is"
          + " '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

  private LabelSyntax() {}

  /** Returns the rules that {@code key} violates; empty if it is a valid label key. */
  public static List<String> keyViolations(String key) {
    int slash = key.indexOf('/');
    if (slash != key.lastIndexOf('/')) {
      return List.of(KEY_RULE);
    }
    var violations = new ArrayList<String>();
    if (slash >= 0) {
      addPrefixViolations(key.substring(0, slash), violations);
    }
    addNameViolations(key.substring(slash + 1), violations);
    return violations;
  }

  private static void addPrefixViolations(String prefix, List<String> violations) {
    if (prefix.isEmpty()) {
      violations.add("prefix part must be non-empty");
      return;
    }
    if (Utf8Strings.length(prefix) > MAX_PREFIX_BYTES) {
      violations.add("prefix part " + noMoreThan(MAX_PREFIX_BYTES));
    }
    if (!isSubdomain(prefix)) {
      violations.add("prefix part " + PREFIX_RULE);
    }
  }

  private static void addNameViolations(String name, List<String> violations) {
    if (name.isEmpty()) {
      violations.add("name part must be non-empty");
    } else if (Utf8Strings.length(name) > MAX_NAME_BYTES) {
      violations.add("name part " + noMoreThan(MAX_NAME_BYTES));
    }
    if (!isName(name)) {
      violations.add("name part " + NAME_RULE);
    }
  }

  /** Returns the rules that {@code value} violates; empty if it is a valid label value. */
  public static List<String> valueViolations(String value) {
    var violations = new ArrayList<String>();
    if (Utf8Strings.length(value) > MAX_NAME_BYTES) {
      violations.add(noMoreThan(MAX_NAME_BYTES));
    }
    if (!value.isEmpty() && !isName(value)) {
      violations.add(VALUE_RULE);
    }
    return violations;
  }

  /** Returns the message that {@code content} is invalid in the field {@code path}. */
  static String invalid(String path, String content, List<String> violations) {
    return path
        + ": Invalid value: "
        + Quotation.of(content)
        + ": "
        + String.join("; ", violations);
  }

  private static String noMoreThan(int bytes) {
    return "must be no more than " + bytes + " bytes";
  }

  private static boolean isName(String text) {
    return !text.isEmpty()
        && isAlphanumeric(text.charAt(0))
        && isAlphanumeric(text.charAt(text.length() - 1))
        && consistsOfNameCharacters(text);
  }

  private static boolean consistsOfNameCharacters(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!isAlphanumeric(c) && c != '-' && c != '_' && c != '.') {
        return false;
      }
    }
    return true;
  }

  /** True for one or more labels between dots, each starting and ending with a letter or digit. */
  private static boolean isSubdomain(String text) {
    int previous = '.';
    for (int i = 0; i < text.length(); i++) {
      int c = text.charAt(i);
      boolean fits =
          switch (c) {
            case '.' -> isLowerAlphanumeric(previous);
            case '-' -> previous != '.';
            default -> isLowerAlphanumeric(c);
          };
      if (!fits) {
        return false;
      }
      previous = c;
    }
    return isLowerAlphanumeric(previous);
  }

  private static boolean isAlphanumeric(int c) {
    return isLowerAlphanumeric(c) || (c >= 'A' && c <= 'Z');
  }

  private static boolean isLowerAlphanumeric(int c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
  }
}
