package io.listwatch.objects.kinds.validation;

import static java.util.stream.Collectors.toUnmodifiableMap;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** The rules of all built-in kinds that have some, collected from the classes of their groups. */
final class AllKinds {
  /** Rules by resource, such as {@code deployments.apps}. Registering a resource twice fails. */
  static final Map<String, KindRules> RULES =
      Stream.of(
              CoreKinds.rules(),
              AppsKinds.rules(),
              BatchKinds.rules(),
              NetworkKinds.rules(),
              StorageKinds.rules(),
              DeviceKinds.rules(),
              PolicyKinds.rules(),
              ClusterKinds.rules())
          .flatMap(List::stream)
          .collect(toUnmodifiableMap(KindRules::resource, Function.identity()));

  private AllKinds() {}
}
