package io.listwatch.model;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

final class ResourceKeyProperties {
  @Property
  void isOrderedAsItsStringForm(@ForAll("keys") ResourceKey a, @ForAll("keys") ResourceKey b) {
    assertThat(Integer.signum(a.compareTo(b)))
        .isEqualTo(Integer.signum(a.toString().compareTo(b.toString())));
    assertThat(a.compareTo(b) == 0).isEqualTo(a.equals(b));
  }

  /** Few letters, so that common prefixes and equal namespaces are frequent. */
  @Provide
  Arbitrary<ResourceKey> keys() {
    Arbitrary<String> names =
        Arbitraries.strings().withChars("ab-.0").ofMinLength(1).ofMaxLength(4);
    return Combinators.combine(names.injectNull(0.3), names).as(ResourceKey::new);
  }
}
