package io.listwatch.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.util.List;

/** Accepted bytes read the same through Jackson, and nothing is thrown but {@link ApiException}. */
final class ResourceFuzz {
  private static final ResourceReader READER =
      new ResourceReader(SelectableFields.of(List.of("spec.nodeName", "status.phase")));

  @FuzzTest(maxDuration = "20s")
  void readsTheSameAsJackson(byte[] json) throws IOException {
    object(json);
    event(json);
    list(json);
  }

  private static void object(byte[] json) throws IOException {
    Resource resource;
    try {
      resource = READER.resource(json, 0, json.length);
    } catch (MalformedException refused) {
      assertThat(refused.getMessage()).contains("(byte ");
      return;
    }
    JacksonHeader.assertReadsTheSame(resource);
    JacksonHeader.assertReadsTheSame(resource.withVersion(ResourceVersion.of("7")));
    JacksonHeader.assertReadsTheSame(resource.withoutManagedFields());
    JacksonHeader.JACKSON.readTree(resource.partialMetadata());
  }

  private static void event(byte[] json) throws IOException {
    try {
      var event = READER.event(json, 0, json.length);
      if (event instanceof WatchEvent.Added added) {
        JacksonHeader.assertReadsTheSame(added.object());
      }
    } catch (ApiException refused) {
      assertThat(refused.getMessage()).isNotEmpty();
    }
  }

  private static void list(byte[] json) throws IOException {
    try {
      var list = READER.list(json, 0, json.length);
      for (Resource item : list.items()) {
        JacksonHeader.assertReadsTheSame(item);
      }
    } catch (MalformedException refused) {
      assertThat(refused.getMessage()).contains("(byte ");
    } catch (ApiException status) {
      // A Status in place of a list is thrown as the failure that it contains.
      Status told = status.status();
      assertThat(told.code() != 0 || !told.reason().isEmpty()).isTrue();
    }
  }
}
