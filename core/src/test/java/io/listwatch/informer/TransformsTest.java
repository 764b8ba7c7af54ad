package io.listwatch.informer;

import static io.listwatch.model.Notes.key;
import static io.listwatch.model.Notes.version;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.Resource;
import org.junit.jupiter.api.Test;

final class TransformsTest {
  private static final Resource OBJECT =
      Resource.parse(
          """
          {"apiVersion":"test.listwatch.io/v1","kind":"Note","metadata":{"name":"a",\
          "namespace":"default","uid":"u","resourceVersion":"7","managedFields":[{"manager":"m"}]},\
          "spec":{"parts":[{"env":1,"image":"x"},{"env":2,"image":"y"}]},"status":{"seen":true}}\
          """);

  @Test
  void dropRemovesTheMembersAtItsPaths() {
    Resource dropped = Transforms.drop("status", "spec.parts[*].env").apply(OBJECT);

    assertThat(json(dropped))
        .doesNotContain("status", "env")
        .contains("\"spec\":{\"parts\":[{\"image\":\"x\"},{\"image\":\"y\"}]}");
    assertThat(dropped.key()).isEqualTo(key("a"));
    assertThat(dropped.version()).isEqualTo(version(7));
  }

  @Test
  void dropOfAnAbsentMemberChangesNothing() {
    assertThat(Transforms.drop("absent", "status.absent").apply(OBJECT)).isEqualTo(OBJECT);
  }

  @Test
  void dropRejectsAPathThatNamesNoMember() {
    assertThatThrownBy(() -> Transforms.drop("status", "spec.parts[*]"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("spec.parts[*]");
  }

  @Test
  void metadataOnlyKeepsTheMetadata() {
    Resource metadata = Transforms.metadataOnly().apply(OBJECT);

    assertThat(metadata.kind()).isEqualTo("PartialObjectMetadata");
    assertThat(metadata.key()).isEqualTo(key("a"));
    assertThat(metadata.sameUid(OBJECT)).isTrue();
    assertThat(json(metadata)).doesNotContain("spec", "status");
  }

  @Test
  void managedFieldsAreDroppedBeforeTheUsersTransformUnlessKept() {
    InformerOptions options = InformerOptions.STANDARD;
    assertThat(json(options.intake().apply(OBJECT))).doesNotContain("managedFields");

    options = options.with(each -> each.transform(Transforms.metadataOnly()));
    assertThat(json(options.intake().apply(OBJECT))).doesNotContain("managedFields");

    options = options.with(each -> each.keepManagedFields(true));
    assertThat(json(options.intake().apply(OBJECT))).contains("managedFields");
  }

  private static String json(Resource object) {
    return new String(object.toByteArray(), UTF_8);
  }
}
