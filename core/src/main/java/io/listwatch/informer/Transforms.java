package io.listwatch.informer;

import io.listwatch.json.JsonEraser;
import io.listwatch.json.JsonPath;
import io.listwatch.model.Resource;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/** Ways to make objects smaller on their way in, for what nobody here reads. */
public final class Transforms {
  private static final byte[] NOTHING = {'{', '}'};

  private Transforms() {}

  /**
   * Leaves members out, such as {@code status} or {@code spec.containers[*].env}.
   *
   * @throws IllegalArgumentException if a path does not name members
   */
  public static UnaryOperator<Resource> drop(String... paths) {
    List<JsonPath> parsed = Arrays.stream(paths).map(JsonPath::of).toList();
    // A path that cannot work would put every object aside: better to hear of it now.
    without(parsed, NOTHING);
    return object -> Resource.parse(without(parsed, object.toByteArray()));
  }

  private static byte[] without(List<JsonPath> paths, byte[] json) {
    byte[] rest = json;
    for (JsonPath path : paths) {
      rest = JsonEraser.without(path, rest, 0, rest.length);
    }
    return rest;
  }

  /** Keeps the metadata alone. */
  public static UnaryOperator<Resource> metadataOnly() {
    return object -> Resource.parse(object.partialMetadata());
  }
}
