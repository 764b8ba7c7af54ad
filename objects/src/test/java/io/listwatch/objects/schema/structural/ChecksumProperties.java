package io.listwatch.objects.schema.structural;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

/** Numbers with a check digit: of all possible last digits exactly one is right. */
final class ChecksumProperties {
  private static final List<String> DIGITS =
      IntStream.range(0, 10).mapToObj(Integer::toString).toList();

  @Property(tries = 200)
  void isbn10HasOneCheckDigit(@ForAll @LongRange(max = 999_999_999L) long number) {
    String first = "%09d".formatted(number);

    assertThat(Stream.concat(DIGITS.stream(), Stream.of("X")).map(first::concat))
        .filteredOn(Isbn::isTen)
        .hasSize(1);
  }

  @Property(tries = 200)
  void isbn13HasOneCheckDigit(@ForAll @LongRange(max = 999_999_999_999L) long number) {
    String first = "%012d".formatted(number);

    assertThat(DIGITS.stream().map(first::concat)).filteredOn(Isbn::isThirteen).hasSize(1);
  }

  @Property(tries = 200)
  void creditCardHasOneCheckDigit(@ForAll @LongRange(max = 99_999_999_999_999L) long number) {
    String first = "4%014d".formatted(number);

    assertThat(DIGITS.stream().map(first::concat)).filteredOn(CreditCard::test).hasSize(1);
  }

  @Property(tries = 200)
  void swappedAdjacentDigitsBreakTheChecksum(@ForAll @LongRange(max = 999_999_999L) long number) {
    String isbn =
        Stream.concat(DIGITS.stream(), Stream.of("X"))
            .map(digit -> "%09d".formatted(number) + digit)
            .filter(Isbn::isTen)
            .findFirst()
            .orElseThrow();
    String exchanged = "" + isbn.charAt(1) + isbn.charAt(0) + isbn.substring(2);

    assertThat(Isbn.isTen(exchanged)).isEqualTo(exchanged.equals(isbn));
  }
}
