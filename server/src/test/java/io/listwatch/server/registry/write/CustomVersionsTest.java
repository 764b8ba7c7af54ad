package io.listwatch.server.registry.write;

import static io.listwatch.server.registry.write.WriteFixture.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.custom.CustomContent;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.Schema;
import io.listwatch.server.registry.CanonicalForms;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.conversion.VersionConverter;
import io.listwatch.server.registry.strategy.BuiltInKinds;
import io.listwatch.server.registry.strategy.ServedKind;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The versions of a custom resource, for managedFields. */
final class CustomVersionsTest {
  /** A converter that marks the objects that it converts. */
  private static final VersionConverter WEBHOOK =
      new VersionConverter() {
        @Override
        public Resource serve(Resource stored, ResourceType served) {
          return stored;
        }

        @Override
        public JsonObject store(JsonObject served, ResourceType stored) {
          return served.put("apiVersion", stored.apiVersion()).put("converted", stored.plural());
        }

        @Override
        public boolean byName() {
          return false;
        }
      };

  private final WriteFixture fixture = new WriteFixture();

  @AfterEach
  void close() {
    fixture.close();
  }

  /** Returns the versions of a CRD with v1 and v2. */
  private CustomVersions versions(VersionConverter converter) {
    CustomContent content =
        new CustomContent() {
          @Override
          public @Nullable Schema sharing(String apiVersion) {
            return apiVersion.matches("example.com/v[12]") ? sharing() : null;
          }
        };
    ResourceDefinition definition = WriteFixture.widgets(content);
    return new CustomVersions(
        ServedKind.of(
            definition,
            fixture.configMaps().storage(),
            CanonicalForms.of(definition),
            converter,
            BuiltInKinds.strategy(definition)));
  }

  @Test
  void onlyVersionsOfTheDefinitionExist() {
    CustomVersions versions = versions(VersionConverter.BY_NAME);

    assertThat(versions.exist("example.com/v1")).isTrue();
    assertThat(versions.exist("example.com/v3")).isFalse();
  }

  @Test
  void removedVersionHasUnknownSchema() {
    CustomVersions versions = versions(VersionConverter.BY_NAME);

    assertThat(versions.sharing("example.com/v1"))
        .isSameAs(versions.kind().definition().content().sharing());
    assertThat(versions.sharing("example.com/v3").shape()).isEqualTo(Schema.unknown().shape());
  }

  @Test
  void versionsHaveTheSameFieldsUnlessAWebhookConvertsThem() {
    assertThat(versions(VersionConverter.BY_NAME).alike()).isTrue();
    assertThat(versions(WEBHOOK).alike()).isFalse();
  }

  @Test
  void convertsACopyOfTheObject() {
    JsonObject object = json("{'apiVersion':'example.com/v2','kind':'Widget','spec':{'a':1}}");

    JsonObject converted = versions(WEBHOOK).convert(object, "example.com/v1");

    assertThat(converted)
        .isEqualTo(
            json(
                "{'apiVersion':'example.com/v1','kind':'Widget','spec':{'a':1},"
                    + "'converted':'widgets'}"));
    assertThat(object.path("apiVersion").asText()).isEqualTo("example.com/v2");
  }
}
