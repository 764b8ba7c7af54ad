package io.listwatch.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.BigRange;

final class ResourceVersionProperties {
  @Property
  void isOrderedAsItsNumber(
      @ForAll @BigRange(min = "1", max = "99999999999999999999") BigInteger a,
      @ForAll @BigRange(min = "1", max = "99999999999999999999") BigInteger b) {
    var first = ResourceVersion.of(a.toString());
    var second = ResourceVersion.of(b.toString());

    assertThat(first.comparableTo(second)).isTrue();
    assertThat(first.newerThan(second)).isEqualTo(a.compareTo(b) > 0);
    assertThat(first.equals(second)).isEqualTo(a.equals(b));
  }
}
