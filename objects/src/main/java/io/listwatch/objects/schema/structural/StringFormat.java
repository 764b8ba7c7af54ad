package io.listwatch.objects.schema.structural;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The string formats that schemas can declare; others are ignored. */
final class StringFormat {
  private static final String NAME = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
  private static final String LETTER = "[a-zA-Z0-9\\p{S}\\p{L}]";
  private static final String OCTET = "\\s*(0|[1-9]\\d?|1\\d\\d?|2[0-4]\\d|25[0-5])\\s*";

  private static final Predicate<String> SHORT_NAME = like(NAME);
  private static final Predicate<String> LONG_NAME = like(NAME + "(\\." + NAME + ")*");
  private static final Predicate<String> HOSTNAME =
      like(
          "%1$s(-?%1$s{0,62})?|(%1$s([a-zA-Z0-9-\\p{S}\\p{L}]{0,61}%1$s)?\\.)+[a-zA-Z\\p{L}]{2,63}"
              .formatted(LETTER));
  private static final Predicate<String> TIME =
      like("([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(.\\d+)?(z|[+-]\\d{2}:\\d{2})");

  /** Durations in Go's syntax; the only one without a unit is zero. */
  private static final Predicate<String> DURATION =
      like("[-+]?(0|((\\d+\\.?\\d*|\\.\\d+)(ns|us|µs|μs|ms|s|m|h))+)");

  /** Other accepted durations: an integer with a unit word that starts like one of these. */
  private static final Pattern AMOUNT = Pattern.compile("\\d+\\s*([A-Za-zµ]+)");

  private static final List<String> UNITS =
      List.of("ns", "us", "µs", "ms", "s", "m", "h", "hr", "d", "w", "wk");
  private static final List<String> UNIT_BEGINNINGS =
      List.of("nano", "micro", "milli", "sec", "min", "hour", "day", "week");

  /** Formats by name, without hyphens, which are ignored. */
  private static final Map<String, Predicate<String>> FORMATS =
      Map.ofEntries(
          Map.entry("bsonobjectid", like("[0-9a-fA-F]{24}")),
          Map.entry("uri", RequestUri::test),
          Map.entry("email", AddressFormats::isEmail),
          Map.entry("hostname", StringFormat::isHostname),
          Map.entry("ipv4", AddressFormats::isIpv4),
          Map.entry("ipv6", AddressFormats::isIpv6),
          Map.entry("cidr", AddressFormats::isCidr),
          Map.entry("mac", AddressFormats::isMac),
          Map.entry("uuid", uuid("[0-9a-f]{4}", "[0-9a-f]{4}")),
          Map.entry("uuid3", uuid("3[0-9a-f]{3}", "[0-9a-f]{4}")),
          Map.entry("uuid4", uuid("4[0-9a-f]{3}", "[89ab][0-9a-f]{3}")),
          Map.entry("uuid5", uuid("5[0-9a-f]{3}", "[89ab][0-9a-f]{3}")),
          Map.entry("isbn", text -> Isbn.isTen(text) || Isbn.isThirteen(text)),
          Map.entry("isbn10", Isbn::isTen),
          Map.entry("isbn13", Isbn::isThirteen),
          Map.entry("creditcard", CreditCard::test),
          Map.entry("ssn", like("\\d{3}[- ]\\d{2}[- ]\\d{4}")),
          Map.entry("hexcolor", like("#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})")),
          Map.entry("rgbcolor", like("rgb\\(%1$s,%1$s,%1$s\\)".formatted(OCTET))),
          Map.entry(
              "byte",
              like("([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})")),
          Map.entry("password", text -> true),
          Map.entry("date", StringFormat::isDate),
          Map.entry("duration", StringFormat::isDuration),
          Map.entry("datetime", StringFormat::isDateTime),
          Map.entry("k8sshortname", text -> text.length() <= 63 && SHORT_NAME.test(text)),
          Map.entry("k8slongname", text -> text.length() <= 253 && LONG_NAME.test(text)));

  private StringFormat() {}

  /** Returns the check of a format; null if the format is unknown. */
  static @Nullable Predicate<String> named(String word) {
    return FORMATS.get(word.replace("-", ""));
  }

  private static Predicate<String> like(String expression) {
    Pattern pattern = Pattern.compile(expression);
    return text -> pattern.matcher(text).matches();
  }

  private static Predicate<String> uuid(String third, String fourth) {
    return like("(?i)[0-9a-f]{8}-?[0-9a-f]{4}-?" + third + "-?" + fourth + "-?[0-9a-f]{12}");
  }

  /** Limits the bytes of the name and of each label. Labels may contain letters of any script. */
  private static boolean isHostname(String text) {
    return HOSTNAME.test(text)
        && bytes(text) <= 255
        && List.of(text.split("\\.", -1)).stream().allMatch(label -> bytes(label) <= 63);
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private static boolean isDate(String text) {
    try {
      return text.length() == 10 && !LocalDate.parse(text).isEqual(LocalDate.MIN);
    } catch (DateTimeException notADate) {
      return false;
    }
  }

  private static boolean isDateTime(String text) {
    String[] parts = text.toLowerCase(Locale.ROOT).split("t", -1);
    return parts.length > 1 && isDate(parts[0]) && TIME.test(parts[1]);
  }

  private static boolean isDuration(String text) {
    if (DURATION.test(text)) {
      return true;
    }
    Matcher amounts = AMOUNT.matcher(text);
    while (amounts.find()) {
      String unit = amounts.group(1).toLowerCase(Locale.ROOT);
      if (UNITS.contains(unit) || UNIT_BEGINNINGS.stream().anyMatch(unit::startsWith)) {
        return true;
      }
    }
    return false;
  }
}
