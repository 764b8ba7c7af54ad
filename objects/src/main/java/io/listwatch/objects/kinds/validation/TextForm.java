package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.schema.NameRule;
import io.listwatch.selector.LabelSyntax;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/** A syntax that strings must have. Violations are worded like kube-apiserver's. */
@FunctionalInterface
interface TextForm {
  /** RFC 1123 label. */
  TextForm DNS_LABEL = NameRule.LABEL::violations;

  /** RFC 1035 label, which begins with a letter. */
  TextForm LETTER_LABEL = NameRule.LETTER_LABEL::violations;

  /** RFC 1123 subdomain. */
  TextForm SUBDOMAIN = NameRule.SUBDOMAIN::violations;

  /** A string that can be one segment of a URL path. */
  TextForm PATH_SEGMENT = NameRule.PATH_SEGMENT::violations;

  /** Qualified name: a name with an optional domain prefix, such as a label key. */
  TextForm QUALIFIED_NAME = LabelSyntax::keyViolations;

  TextForm LABEL_VALUE = LabelSyntax::valueViolations;

  /** {@link #LABEL_VALUE} with all violations in one message. */
  TextForm JOINED_LABEL_VALUE =
      text -> {
        List<String> broken = LabelSyntax.valueViolations(text);
        return broken.isEmpty() ? broken : List.of(String.join(";", broken));
      };

  TextForm PORT_NAME = TextForm::portNameViolations;

  TextForm VARIABLE_NAME =
      text ->
          text.chars().allMatch(c -> c >= ' ' && c <= '~' && c != '=')
              ? List.of()
              : List.of(
                  "a valid environment variable name must consist only of printable ASCII"
                      + " characters other than '='");

  /** A key of a ConfigMap or Secret, which can be a file name. */
  TextForm CONFIG_KEY = TextForm::configKeyViolations;

  /** A C identifier. */
  TextForm IDENTIFIER =
      text ->
          consistsOf(text, c -> isAlphanumeric(c) || c == '_') && !isDigit(text.charAt(0))
              ? List.of()
              : List.of(
                  "a valid C identifier must start with alphabetic character or '_', followed by a"
                      + " string of alphanumeric characters or '_' (e.g. 'my_name',  or 'MY_NAME', "
                      + " or 'MyName', regex used for validation is '[A-Za-z_][A-Za-z0-9_]*')");

  TextForm PERCENT =
      text ->
          isPercent(text)
              ? List.of()
              : List.of(
                  "a valid percent string must be a numeric string followed by an ending '%' (e.g."
                      + " '1%',  or '93%', regex used for validation is '[0-9]+%')");

  TextForm HTTP_HEADER =
      text ->
          consistsOf(text, c -> isAlphanumeric(c) || c == '-')
              ? List.of()
              : List.of(
                  "a valid HTTP header must consist of alphanumeric characters or '-' (e.g."
                      + " 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')");

  /** A wildcard domain, such as {@code *.example.com}. */
  TextForm WILDCARD =
      text ->
          text.startsWith("*.") && NameRule.SUBDOMAIN.violations(text.substring(2)).isEmpty()
              ? List.of()
              : List.of(
                  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS"
                      + " subdomain, which must consist of lower case alphanumeric characters, '-'"
                      + " or '.' and end with an alphanumeric character (e.g. '*.example.com',"
                      + " regex used for validation is"
                      + " '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')");

  List<String> violations(String text);

  private static List<String> portNameViolations(String name) {
    var violations = new ArrayList<String>();
    if (name.getBytes(StandardCharsets.UTF_8).length > 15) {
      violations.add("must be no more than 15 characters");
    }
    if (!consistsOf(name, c -> isLower(c) || isDigit(c) || c == '-')) {
      violations.add("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
    }
    if (name.chars().noneMatch(TextForm::isLower)) {
      violations.add("must contain at least one letter (a-z)");
    }
    if (name.contains("--")) {
      violations.add("must not contain consecutive hyphens");
    }
    if (name.startsWith("-") || name.endsWith("-")) {
      violations.add("must not begin or end with a hyphen");
    }
    return violations;
  }

  private static List<String> configKeyViolations(String key) {
    var violations = new ArrayList<String>();
    if (key.getBytes(StandardCharsets.UTF_8).length > 253) {
      violations.add("must be no more than 253 characters");
    }
    if (!consistsOf(key, c -> isAlphanumeric(c) || c == '-' || c == '_' || c == '.')) {
      violations.add(
          "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g."
              + " 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is"
              + " '[-._a-zA-Z0-9]+')");
    }
    if (key.equals(".") || key.equals("..")) {
      violations.add("must not be '" + key + "'");
    } else if (key.startsWith("..")) {
      violations.add("must not start with '..'");
    }
    return violations;
  }

  static boolean isPercent(String text) {
    return text.endsWith("%")
        && consistsOf(text.substring(0, text.length() - 1), TextForm::isDigit);
  }

  /** True if the string is not empty and all its characters satisfy the predicate. */
  static boolean consistsOf(String text, IntPredicate kind) {
    return !text.isEmpty() && text.chars().allMatch(kind);
  }

  static boolean isAlphanumeric(int c) {
    return isLower(c) || (c >= 'A' && c <= 'Z') || isDigit(c);
  }

  static boolean isLower(int c) {
    return c >= 'a' && c <= 'z';
  }

  static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }
}
