package io.listwatch.objects.schema.cel;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableList;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import java.util.Optional;

/**
 * Types of several providers. Each lookup asks every provider. cel-java's own combination asks only
 * once, and so misses types that a provider creates when their name is looked up.
 */
record JoinedTypes(ImmutableList<CelTypeProvider> providers) implements CelTypeProvider {
  static CelTypeProvider of(CelTypeProvider... providers) {
    return new JoinedTypes(ImmutableList.copyOf(providers));
  }

  @Override
  public ImmutableCollection<CelType> types() {
    return providers.stream()
        .flatMap(each -> each.types().stream())
        .collect(ImmutableList.toImmutableList());
  }

  @Override
  public Optional<CelType> findType(String typeName) {
    return providers.stream().flatMap(each -> each.findType(typeName).stream()).findFirst();
  }
}
