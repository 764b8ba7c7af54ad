package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Relations between the named formats, and between them and Java's own parsers. */
final class NamedFormatProperties {
  private static final Map<String, NamedFormat> FORMATS =
      NamedFormats.ALL.stream().collect(Collectors.toMap(NamedFormat::name, Function.identity()));

  private static boolean fits(String format, String text) {
    return Objects.requireNonNull(FORMATS.get(format), format).violations(text).isEmpty();
  }

  @Example
  void everyFormatRejectsAStringAndGivesAReason() {
    assertThat(NamedFormats.ALL)
        .allSatisfy(
            format -> assertThat(format.violations("%")).isNotEmpty().doesNotContain("", "%"))
        .allSatisfy(format -> assertThat(format.celType()).isEqualTo(NamedFormat.TYPE));
  }

  @Provide
  Arbitrary<String> names() {
    return Arbitraries.strings().withChars("ab19-.A_/").ofMaxLength(6);
  }

  @Property(tries = 1000)
  void narrowerFormatOfNamesIsPartOfTheWiderOne(@ForAll("names") String name) {
    assertThat(implies(fits("dns1035Label", name), fits("dns1123Label", name))).isTrue();
    assertThat(implies(fits("dns1123Label", name), fits("dns1123Subdomain", name))).isTrue();
    assertThat(implies(fits("dns1123Subdomain", name), fits("qualifiedName", name))).isTrue();
    assertThat(implies(fits("dns1123Subdomain", name), fits("labelValue", name))).isTrue();
  }

  private static boolean implies(boolean condition, boolean conclusion) {
    return !condition || conclusion;
  }

  /** A generated name has characters after the prefix, so that the prefix may end with a dash. */
  @Property(tries = 1000)
  void dashMayFollowANameInAPrefix(@ForAll("names") String name) {
    for (String format : new String[] {"dns1035Label", "dns1123Label", "dns1123Subdomain"}) {
      if (fits(format, name)) {
        assertThat(fits(format + "Prefix", name)).isTrue();
        assertThat(fits(format + "Prefix", name + "-")).isTrue();
        assertThat(fits(format, name + "-")).isFalse();
      }
    }
  }

  @Property(tries = 1000)
  void dateIsADayOfTheCalendar(
      @ForAll @IntRange(max = 9999) int year,
      @ForAll @IntRange(max = 13) int month,
      @ForAll @IntRange(max = 32) int day) {
    String date = "%04d-%02d-%02d".formatted(year, month, day);

    assertThat(fits("date", date)).isEqualTo(exists(year, month, day));
    assertThat(fits("datetime", date + "T00:00:00Z")).isEqualTo(exists(year, month, day));
  }

  private static boolean exists(int year, int month, int day) {
    try {
      return LocalDate.of(year, month, day).getDayOfMonth() == day;
    } catch (DateTimeException outside) {
      return false;
    }
  }

  @Property(tries = 500)
  void timeOfDayHasNoLeapSecond(
      @ForAll @IntRange(max = 25) int hour,
      @ForAll @IntRange(max = 61) int minute,
      @ForAll @IntRange(max = 61) int second) {
    String time = "2024-02-29T%02d:%02d:%02dZ".formatted(hour, minute, second);

    assertThat(fits("datetime", time)).isEqualTo(hour < 24 && minute < 60 && second < 60);
    assertThat(fits("date", time)).isFalse();
  }

  @Property(tries = 200)
  void uuidMayHaveCapitalsAndNoHyphens(@ForAll long high, @ForAll long low) {
    String uuid = new UUID(high, low).toString();

    assertThat(fits("uuid", uuid)).isTrue();
    assertThat(fits("uuid", uuid.toUpperCase(Locale.ROOT))).isTrue();
    assertThat(fits("uuid", uuid.replace("-", ""))).isTrue();
    assertThat(fits("uuid", uuid.substring(1))).isFalse();
    assertThat(fits("uuid", uuid + "0")).isFalse();
  }

  @Property(tries = 200)
  void encodedBytesAreBytes(@ForAll @Size(min = 1, max = 9) byte[] bytes) {
    String padded = Base64.getEncoder().encodeToString(bytes);
    String bare = Base64.getEncoder().withoutPadding().encodeToString(bytes);

    assertThat(fits("byte", padded)).isTrue();
    assertThat(fits("byte", bare)).isEqualTo(bytes.length % 3 == 0);
  }

  @Provide
  Arbitrary<String> nearlyEncoded() {
    return Arbitraries.strings().withChars("aZ0+/=-").ofMinLength(1).ofMaxLength(8);
  }

  @Property(tries = 1000)
  void bytesAreWhatJavaDecodes(@ForAll("nearlyEncoded") String text) {
    assertThat(fits("byte", text)).isEqualTo(text.length() % 4 == 0 && decodes(text));
  }

  private static boolean decodes(String text) {
    try {
      return Base64.getDecoder().decode(text).length > 0;
    } catch (IllegalArgumentException malformed) {
      return false;
    }
  }
}
