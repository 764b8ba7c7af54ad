package io.listwatch.objects.protobuf;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.BuiltInForm;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Protobuf requests of kubectl decode to the JSON that older versions sent. */
final class RecordedRequestsTest {
  @TestFactory
  List<DynamicTest> decodesToTheJsonThatKubectlSent() {
    return RecordedRequest.read().stream()
        .map(request -> DynamicTest.dynamicTest(request.name(), () -> check(request)))
        .toList();
  }

  private static void check(RecordedRequest request) {
    ProtobufEnvelope envelope = ProtobufEnvelope.open(request.bytes());
    var form = new BuiltInForm(request.type());
    JsonObject read = envelope.object(request.type());
    read.put("apiVersion", envelope.apiVersion()).put("kind", envelope.kind());

    if (request.stored()) {
      assertThat(read.path("spec")).isNotEmpty();
      assertThat(missing("", read, request.object())).isEmpty();
    } else {
      assertThat(form.normalize(read)).isEqualTo(form.normalize(request.object()));
    }
  }

  /** Returns the members that only one tree has. Empty objects do not count. */
  private static List<String> missing(String path, JsonValue read, JsonValue in) {
    var missing = new ArrayList<String>();
    if (read instanceof JsonObject object) {
      for (Map.Entry<String, JsonValue> each : object.properties()) {
        missing.addAll(
            missing(path + "." + each.getKey(), each.getValue(), in.path(each.getKey())));
      }
    } else if (!read.equals(in)) {
      missing.add("%s: %s (expected: %s)".formatted(path, read, in));
    }
    return missing;
  }
}
