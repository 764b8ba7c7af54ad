package io.listwatch.objects.schema.cel;

import com.google.re2j.Pattern;
import io.listwatch.objects.schema.NameRule;
import io.listwatch.selector.LabelSyntax;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/** The named string formats that rules can use. */
final class NamedFormats {
  private static final Pattern UUID =
      Pattern.compile("(?i)[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}");
  private static final Pattern BASE64 =
      Pattern.compile("([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})");
  private static final Pattern DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
  private static final int DATE_LENGTH = 10;
  private static final Pattern DATE_TIME =
      Pattern.compile(
          "(?i)\\d{4}-\\d{2}-\\d{2}t([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?"
              + "(z|[+-]\\d{2}:\\d{2})");

  static final List<NamedFormat> ALL =
      List.of(
          new NamedFormat("dns1123Label", NameRule.LABEL::violations),
          new NamedFormat("dns1123Subdomain", NameRule.SUBDOMAIN::violations),
          new NamedFormat("dns1035Label", NameRule.LETTER_LABEL::violations),
          new NamedFormat("qualifiedName", LabelSyntax::keyViolations),
          new NamedFormat("dns1123LabelPrefix", NameRule.LABEL::prefixViolations),
          new NamedFormat("dns1123SubdomainPrefix", NameRule.SUBDOMAIN::prefixViolations),
          new NamedFormat("dns1035LabelPrefix", NameRule.LETTER_LABEL::prefixViolations),
          new NamedFormat("labelValue", LabelSyntax::valueViolations),
          new NamedFormat("uri", NamedFormats::uri),
          new NamedFormat("uuid", only(UUID::matches, "does not match the UUID format")),
          new NamedFormat("byte", only(BASE64::matches, "invalid base64")),
          new NamedFormat("date", only(NamedFormats::isDate, "invalid date")),
          new NamedFormat("datetime", only(NamedFormats::isDateTime, "invalid datetime")));

  private NamedFormats() {}

  private static Function<String, List<String>> only(Predicate<String> test, String rule) {
    return text -> test.test(text) ? List.of() : List.of(rule);
  }

  private static List<String> uri(String text) {
    return Url.parse(text) != null
        ? List.of()
        : List.of("parse \"" + text + "\": invalid URI for request");
  }

  private static boolean isDate(String text) {
    try {
      return DATE.matches(text) && LocalDate.parse(text) != null;
    } catch (DateTimeException e) {
      return false;
    }
  }

  private static boolean isDateTime(String text) {
    return DATE_TIME.matches(text) && isDate(text.substring(0, DATE_LENGTH));
  }
}
