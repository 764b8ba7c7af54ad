package io.listwatch.server.http.encoding;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.Resource;
import org.junit.jupiter.api.Test;

final class PartialMetadataTest {
  private static final String COUNT = "'deprecated.daemonset.template.generation':'2'";

  private static String shown(String apiVersion, String kind, String annotations) {
    String json =
        "{'apiVersion':'%s','kind':'%s','metadata':{'name':'a','annotations':{%s}},'spec':{}}"
            .formatted(apiVersion, kind, annotations);
    return new String(PartialMetadata.of(Resource.parse(json.replace('\'', '"')), false), UTF_8)
        .replace('"', '\'');
  }

  @Test
  void omitsTemplateGenerationOfDaemonSet() {
    assertThat(shown("apps/v1", "DaemonSet", COUNT)).endsWith("'metadata':{'name':'a'}}");
    assertThat(shown("apps/v1", "DaemonSet", COUNT + ",'b':'c'"))
        .endsWith("'metadata':{'name':'a','annotations':{'b':'c'}}}");
  }

  @Test
  void keepsAnnotationsOfOtherKinds() {
    assertThat(shown("apps/v1", "Deployment", COUNT)).contains(COUNT);
    assertThat(shown("example.com/v1", "DaemonSet", COUNT)).contains(COUNT);
  }
}
