package io.listwatch.informer;

import io.listwatch.json.JsonEraser;
import io.listwatch.json.JsonPath;
import io.listwatch.model.Resource;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/** Transforms that make objects smaller by removing members that the program does not read. */
public final class Transforms {
  private static final byte[] NOTHING = {'{', '}'};

  private Transforms() {}

  /**
   * Removes members, such as {@code status} or {@code spec.containers[*].env}.
   *
   * @throws IllegalArgumentException if a path does not name members
   */
  public static UnaryOperator<Resource> drop(String... paths) {
    List<JsonPath> parsed = Arrays.stream(paths).map(JsonPath::of).toList();
    // Reject an invalid path now: later it would make the transform of every object fail.
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

  /** Keeps only the metadata. */
  public static UnaryOperator<Resource> metadataOnly() {
    return object -> Resource.parse(object.partialMetadata());
  }
}
