package io.listwatch.objects.schema.cel;

import com.google.re2j.Pattern;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/** The named string formats that rules can use. */
final class NamedFormats {
  private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
  private static final String SUBDOMAIN = LABEL + "(\\." + LABEL + ")*";
  private static final String LABEL_1035 = "[a-z]([-a-z0-9]*[a-z0-9])?";
  private static final String QUALIFIED = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
  private static final String VALUE = "(" + QUALIFIED + ")?";

  private static final int MAX_LABEL = 63;
  private static final int MAX_SUBDOMAIN = 253;

  private static final Function<String, List<String>> IS_LABEL =
      form(
          LABEL,
          MAX_LABEL,
          "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-',"
              + " and must start and end with an alphanumeric character (e.g. 'my-name',  or"
              + " '123-abc', regex used for validation is '"
              + LABEL
              + "')");
  private static final Function<String, List<String>> IS_SUBDOMAIN =
      form(
          SUBDOMAIN,
          MAX_SUBDOMAIN,
          "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-'"
              + " or '.', and must start and end with an alphanumeric character (e.g."
              + " 'example.com', regex used for validation is '"
              + SUBDOMAIN
              + "')");
  private static final Function<String, List<String>> IS_LABEL_1035 =
      form(
          LABEL_1035,
          MAX_LABEL,
          "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with"
              + " an alphabetic character, and end with an alphanumeric character (e.g. 'my-name', "
              + " or 'abc-123', regex used for validation is '"
              + LABEL_1035
              + "')");
  private static final Function<String, List<String>> IS_NAME_PART =
      form(
          QUALIFIED,
          MAX_LABEL,
          "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an"
              + " alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used"
              + " for validation is '"
              + QUALIFIED
              + "')");
  private static final Function<String, List<String>> IS_VALUE =
      form(
          VALUE,
          MAX_LABEL,
          "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or"
              + " '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or"
              + " 'my_value',  or '12345', regex used for validation is '"
              + VALUE
              + "')");

  private static final Pattern UUID =
      Pattern.compile("(?i)[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}");

  static final List<NamedFormat> ALL =
      List.of(
          new NamedFormat("dns1123Label", IS_LABEL),
          new NamedFormat("dns1123Subdomain", IS_SUBDOMAIN),
          new NamedFormat("dns1035Label", IS_LABEL_1035),
          new NamedFormat("qualifiedName", NamedFormats::qualifiedName),
          new NamedFormat("dns1123LabelPrefix", prefix(IS_LABEL)),
          new NamedFormat("dns1123SubdomainPrefix", prefix(IS_SUBDOMAIN)),
          new NamedFormat("dns1035LabelPrefix", prefix(IS_LABEL_1035)),
          new NamedFormat("labelValue", IS_VALUE),
          new NamedFormat("uri", NamedFormats::uri),
          new NamedFormat("uuid", only(UUID::matches, "does not match the UUID format")),
          new NamedFormat("byte", only(NamedFormats::isBase64, "invalid base64")),
          new NamedFormat("date", only(NamedFormats::isDate, "invalid date")),
          new NamedFormat("datetime", only(NamedFormats::isTime, "invalid datetime")));

  private NamedFormats() {}

  private static Function<String, List<String>> form(String regex, int maxLength, String rule) {
    Pattern pattern = Pattern.compile(regex);
    return text -> {
      var violations = new ArrayList<String>();
      if (text.length() > maxLength) {
        violations.add("must be no more than " + maxLength + " characters");
      }
      if (text.length() > MAX_SUBDOMAIN * 2 || !pattern.matches(text)) {
        violations.add(rule);
      }
      return violations;
    };
  }

  /** A prefix may end with a dash, because a suffix follows. */
  private static Function<String, List<String>> prefix(Function<String, List<String>> form) {
    return text ->
        form.apply(
            text.length() > 1 && text.endsWith("-")
                ? text.substring(0, text.length() - 2) + "a"
                : text);
  }

  private static Function<String, List<String>> only(Predicate<String> test, String rule) {
    return text -> test.test(text) ? List.of() : List.of(rule);
  }

  private static List<String> qualifiedName(String text) {
    String[] parts = text.split("/", -1);
    var violations = new ArrayList<String>();
    if (parts.length > 2) {
      return List.of(
          "a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must"
              + " start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or"
              + " '123-abc', regex used for validation is '"
              + QUALIFIED
              + "') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
    }
    if (parts.length == 2) {
      if (parts[0].isEmpty()) {
        violations.add("prefix part must be non-empty");
      } else {
        IS_SUBDOMAIN.apply(parts[0]).forEach(rule -> violations.add("prefix part " + rule));
      }
    }
    String name = parts[parts.length - 1];
    if (name.isEmpty()) {
      violations.add("name part must be non-empty");
    }
    IS_NAME_PART.apply(name).forEach(rule -> violations.add("name part " + rule));
    return violations;
  }

  private static List<String> uri(String text) {
    return Url.parse(text) != null
        ? List.of()
        : List.of("parse \"" + text + "\": invalid URI for request");
  }

  private static boolean isBase64(String text) {
    try {
      Base64.getDecoder().decode(text);
      return text.length() % 4 == 0;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static boolean isDate(String text) {
    try {
      LocalDate.parse(text);
      return true;
    } catch (DateTimeException e) {
      return false;
    }
  }

  private static boolean isTime(String text) {
    try {
      OffsetDateTime.parse(text);
      return true;
    } catch (DateTimeException e) {
      return false;
    }
  }
}
