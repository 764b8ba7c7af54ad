package io.listwatch.objects.schema.cel;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.StringLength;

/** The order of semantic versions, and their strings. */
final class SemanticVersionProperties {
  @Provide
  Arbitrary<String> versions() {
    Arbitrary<Long> numbers = Arbitraries.longs().between(0, 3);
    Arbitrary<String> words =
        Arbitraries.of("0", "2", "10", "a", "b", "A-1", "-", "99999999999999");
    Arbitrary<List<String>> preReleases = words.list().ofMaxSize(3);
    return Combinators.combine(numbers, numbers, numbers, preReleases)
        .as(
            (major, minor, patch, preRelease) ->
                major
                    + "."
                    + minor
                    + "."
                    + patch
                    + (preRelease.isEmpty() ? "" : "-" + String.join(".", preRelease)));
  }

  private static SemanticVersion version(String text) {
    return requireNonNull(SemanticVersion.parse(text), text);
  }

  @Property(tries = 200)
  void versionRoundTripsAsString(@ForAll("versions") String text) {
    assertThat(version(text)).hasToString(text);
    assertThat(SemanticVersion.parseTolerantly("v" + text)).isEqualTo(version(text));
    assertThat(version(text + "+build.007")).isEqualTo(version(text)).hasToString(text);
  }

  @Property(tries = 500)
  void orderIsAntisymmetric(@ForAll("versions") String a, @ForAll("versions") String b) {
    SemanticVersion x = version(a);
    SemanticVersion y = version(b);

    assertThat(Integer.signum(x.compareTo(y))).isEqualTo(-Integer.signum(y.compareTo(x)));
    assertThat(x.equals(y)).isEqualTo(a.equals(b));
    if (x.equals(y)) {
      assertThat(x).hasSameHashCodeAs(y);
    }
  }

  @Property(tries = 500)
  void orderIsTransitive(
      @ForAll("versions") String a, @ForAll("versions") String b, @ForAll("versions") String c) {
    List<SemanticVersion> sorted =
        List.of(version(a), version(b), version(c)).stream().sorted().toList();

    assertThat(sorted.get(0)).isLessThanOrEqualTo(sorted.get(1));
    assertThat(sorted.get(1)).isLessThanOrEqualTo(sorted.get(2));
    assertThat(sorted.get(0)).isLessThanOrEqualTo(sorted.get(2));
  }

  @Property(tries = 200)
  void preReleaseComesBeforeItsRelease(@ForAll("versions") String text) {
    SemanticVersion version = version(text);
    SemanticVersion release =
        version(version.major() + "." + version.minor() + "." + version.patch());

    assertThat(version.compareTo(release)).isEqualTo(text.contains("-") ? -1 : 0);
  }

  @Property(tries = 500)
  void parsesAnyStringWithoutException(@ForAll @StringLength(max = 12) String text) {
    SemanticVersion version = SemanticVersion.parse(text);

    assertThat(version == null || text.startsWith(version.toString())).isTrue();
    assertThat(version == null || version.equals(SemanticVersion.parseTolerantly(text))).isTrue();
  }
}
