package io.listwatch.server.registry.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.kinds.Verb;
import io.listwatch.objects.protobuf.RecordedResponse;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.ObjectSchema;
import io.listwatch.server.registry.ResourceDefinition;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The recorded responses in protobuf cover the built-in kinds. */
final class RecordedKindsTest {
  @Test
  void eachStoredKindIsRecorded() {
    Set<String> recorded =
        RecordedResponse.read().stream()
            .map(RecordedResponse::type)
            .map(ObjectSchema::name)
            .collect(Collectors.toSet());

    assertThat(BuiltInResources.load())
        .filteredOn(definition -> definition.allows(Verb.LIST) && definition.allows(Verb.CREATE))
        .extracting(ResourceDefinition::type)
        .flatExtracting(type -> BuiltInTypes.load().find(type).stream().toList())
        .extracting(ObjectSchema::name)
        .isSubsetOf(recorded);
  }
}
