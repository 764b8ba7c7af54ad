package io.listwatch.server.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.builtin.BuiltInResources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** docs/compatibility.md matches the served resources. */
final class CompatibilityDocTest {
  private static final String WRITE = "listwatch.docs.write";

  @Test
  void pageIsUpToDate() throws IOException {
    Path page = Path.of("../docs/compatibility.md");
    String now = new CompatibilityDoc(Reasons.read()).write();

    if (Boolean.getBoolean(WRITE)) {
      Files.writeString(page, now);
    }

    assertThat(Files.readString(page))
        .as("docs/compatibility.md; -D%s=true writes it again", WRITE)
        .isEqualTo(now);
  }

  @Test
  void everyReasonNamesAServedResource() {
    Set<String> served = new HashSet<>();
    for (ResourceDefinition each : BuiltInResources.load()) {
      served.add(each.type().toString());
      each.subresources().forEach(part -> served.add(each.type() + "/" + part.name()));
    }

    assertThat(Reasons.read().differences())
        .allSatisfy(it -> assertThat(served).contains(it.resource()));
    assertThat(served).containsAll(Reasons.read().unenforced().keySet());
  }
}
