package io.listwatch.objects.schema;

import java.util.ArrayList;
import java.util.List;

/** The syntax of object names, with kube-apiserver's messages. */
public enum NameRule {
  /** RFC 1123 subdomain, as in {@code example.com}. */
  SUBDOMAIN {
    @Override
    public List<String> violations(String name) {
      var violations = new ArrayList<String>();
      if (length(name) > MAX_SUBDOMAIN) {
        violations.add(noMoreThan(MAX_SUBDOMAIN));
      }
      if (!isSubdomain(name)) {
        violations.add(SUBDOMAIN_RULE);
      }
      return violations;
    }
  },

  /** RFC 1123 label. */
  LABEL {
    @Override
    public List<String> violations(String name) {
      var violations = new ArrayList<String>();
      if (length(name) > MAX_LABEL) {
        violations.add(noMoreThan(MAX_LABEL));
      }
      if (!isLabel(name)) {
        violations.add(isSubdomain(name) ? "must not contain dots" : LABEL_RULE);
      }
      return violations;
    }
  },

  /** RFC 1035 label, which begins with a letter. */
  LETTER_LABEL {
    @Override
    public List<String> violations(String name) {
      var violations = new ArrayList<String>();
      if (length(name) > MAX_LABEL) {
        violations.add(noMoreThan(MAX_LABEL));
      }
      if (!isLabel(name) || Character.isDigit(name.charAt(0))) {
        violations.add(LETTER_LABEL_RULE);
      }
      return violations;
    }
  },

  /** Any string that can be one segment of a URL path. */
  PATH_SEGMENT {
    @Override
    public List<String> violations(String name) {
      return name.equals(".") || name.equals("..")
          ? List.of("may not be '" + name + "'")
          : prefixViolations(name);
    }

    @Override
    public List<String> prefixViolations(String prefix) {
      var violations = new ArrayList<String>();
      for (String illegal : List.of("/", "%")) {
        if (prefix.contains(illegal)) {
          violations.add("may not contain '" + illegal + "'");
        }
      }
      return violations;
    }
  };

  private static final int MAX_SUBDOMAIN = 253;
  private static final int MAX_LABEL = 63;

  private static final String SUBDOMAIN_RULE =
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or"
          + " '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex"
          + " used for validation is"
          + " '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
  private static final String LABEL_RULE =
      "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and"
          + " must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc',"
          + " regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

  private static final String LETTER_LABEL_RULE =
      "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an"
          + " alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or"
          + " 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";

  /** Returns the messages for the rules that a name violates. */
  public abstract List<String> violations(String name);

  /** Returns the messages for a {@code generateName} prefix that no suffix can make valid. */
  public List<String> prefixViolations(String prefix) {
    // The prefix may end with a dash, because a suffix follows.
    boolean dash = prefix.length() > 1 && prefix.endsWith("-");
    return violations(dash ? prefix.substring(0, prefix.length() - 2) + "a" : prefix);
  }

  private static int length(String name) {
    return name.codePoints().map(NameRule::utf8Length).sum();
  }

  private static int utf8Length(int c) {
    return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  }

  private static String noMoreThan(int characters) {
    return "must be no more than " + characters + " characters";
  }

  private static boolean isSubdomain(String name) {
    for (String label : name.split("\\.", -1)) {
      if (!isLabel(label)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isLabel(String label) {
    return !label.isEmpty()
        && label.charAt(0) != '-'
        && label.charAt(label.length() - 1) != '-'
        && label
            .chars()
            .allMatch(c -> c == '-' || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'));
  }
}
