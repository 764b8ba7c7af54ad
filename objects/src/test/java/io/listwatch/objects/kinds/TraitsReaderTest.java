package io.listwatch.objects.kinds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.listwatch.objects.schema.NameRule;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TraitsReaderTest {
  private final TraitsReader reader = new TraitsReader("things");

  @Test
  void readsAllTraitsOfAResource() {
    reader.read("traits", List.of("generation", "return-deleted-object"));
    reader.read("names", List.of("path-segment"));
    reader.read("etcd", List.of("old/things"));
    reader.read("unenforced", List.of("things", "do", "nothing"));
    reader.read("unattended", List.of("things", "need", "help"));
    reader.read("renamed", List.of("spec.old=spec.new"));

    Traits traits = reader.traits();

    assertThat(traits.traits())
        .containsExactlyInAnyOrder(Trait.GENERATION, Trait.RETURN_DELETED_OBJECT);
    assertThat(traits.names()).isEqualTo(NameRule.PATH_SEGMENT);
    assertThat(traits.etcdPrefix()).isEqualTo("old/things");
    assertThat(traits.unenforced()).isEqualTo("things do nothing");
    assertThat(traits.unattended()).isEqualTo("things need help");
    assertThat(traits.renamedFields()).containsEntry("spec.old", "spec.new").hasSize(1);
  }

  @Test
  void resourceWithoutLinesHasDefaultTraits() {
    Traits traits = reader.traits();

    assertThat(traits.traits()).isEmpty();
    assertThat(traits.names()).isEqualTo(NameRule.SUBDOMAIN);
    assertThat(traits.etcdPrefix()).isEqualTo("things");
    assertThat(traits.unenforced()).isEmpty();
  }

  @Test
  void rejectsUnknownTrait() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> reader.read("traits", List.of("generations")))
        .withMessageContaining("generations");
  }

  @Test
  void rejectsUnknownLine() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> reader.read("trait", List.of("generation")))
        .withMessageContaining("trait generation");
  }
}
