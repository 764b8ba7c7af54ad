package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.schema.NameRule;
import io.listwatch.selector.LabelSyntax;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/** A form that text must have: the rules that a text breaks, in the reference's words. */
@FunctionalInterface
interface TextForm {
  /** A single label of a domain name. */
  TextForm DNS_LABEL = NameRule.LABEL::violations;

  /** One that begins with a letter. */
  TextForm LETTER_LABEL = NameRule.LETTER_LABEL::violations;

  /** Labels between dots. */
  TextForm SUBDOMAIN = NameRule.SUBDOMAIN::violations;

  /** What can be one part of a path. */
  TextForm PATH_SEGMENT = NameRule.PATH_SEGMENT::violations;

  /** A name, perhaps with a domain before a slash: the keys of labels. */
  TextForm QUALIFIED_NAME = LabelSyntax::keyViolations;

  TextForm LABEL_VALUE = LabelSyntax::valueViolations;

  /** The same, all rules as one. */
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

  /** What can be a file's name: the keys of config maps and secrets. */
  TextForm CONFIG_KEY = TextForm::configKeyViolations;

  /** What a variable of a program can be called. */
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

  /** All the subdomains of a domain. */
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

  /** Whether all characters are of a kind, and there is one. */
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
