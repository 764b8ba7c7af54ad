package io.listwatch.objects.schema;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.json.RepeatedField;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds, and optionally drops, the fields of an object that its type does not have. */
public final class UnknownFields {
  private final List<String> paths = new ArrayList<>();
  private final List<String> complaints = new ArrayList<>();

  /** Duplicate fields that are not reported yet. */
  private final List<RepeatedField> repeated;

  private final boolean dropping;

  private UnknownFields(List<RepeatedField> repeated, boolean dropping) {
    this.repeated = new ArrayList<>(repeated);
    this.dropping = dropping;
  }

  /**
   * Returns the messages about unknown and duplicate fields, in the order of the body.
   *
   * @param dropping true to drop unknown fields
   */
  public static List<String> complaints(
      JsonObject object, Schema schema, List<RepeatedField> repeated, boolean dropping) {
    var unknown = new UnknownFields(repeated, dropping);
    unknown.tellRepeated(Path.ROOT);
    unknown.visit(object, schema, Path.ROOT);
    unknown.repeated.removeIf(each -> unknown.isUnknown(each.path()));
    unknown.repeated.forEach(each -> unknown.complaints.add(each.complaint()));
    return unknown.complaints;
  }

  private boolean isUnknown(String path) {
    return paths.stream()
        .anyMatch(unknown -> path.equals(unknown) || path.matches("\\Q" + unknown + "\\E[.\\[].*"));
  }

  private void visit(JsonValue value, Schema schema, Path path) {
    switch (schema.shape()) {
      case STRUCT, MAP -> {
        if (value instanceof JsonObject object) {
          visitMembers(object, schema, path);
        }
      }
      case LIST -> {
        for (int i = 0; value.isArray() && i < value.size(); i++) {
          visit(value.path(i), schema.item(), new Path(path, "", i));
        }
      }
      case SCALAR, ANY -> {}
    }
  }

  private void visitMembers(JsonObject object, Schema schema, Path path) {
    Iterator<Map.Entry<String, JsonValue>> members = object.properties().iterator();
    while (members.hasNext()) {
      Map.Entry<String, JsonValue> each = members.next();
      Path place = new Path(path, each.getKey(), -1);
      Schema member = schema.member(each.getKey());
      if (member == null) {
        paths.add(place.toString());
        complaints.add("unknown field \"" + place + "\"");
        if (dropping) {
          members.remove();
        }
      }
      tellRepeated(place);
      if (member != null) {
        visit(each.getValue(), member, place);
      }
    }
  }

  private void tellRepeated(Path after) {
    while (!repeated.isEmpty() && repeated.get(0).after().equals(after.toString())) {
      RepeatedField next = repeated.remove(0);
      if (!isUnknown(next.path())) {
        complaints.add(next.complaint());
      }
    }
  }

  /**
   * The path of a field or of a list item. Formatting it costs more than the whole check, so only
   * complaints do that.
   *
   * @param index the index of a list item; negative for a field
   */
  private record Path(@Nullable Path parent, String name, int index) {
    static final Path ROOT = new Path(null, "", -1);

    @Override
    public String toString() {
      String before = parent == null ? "" : parent.toString();
      if (index >= 0) {
        return before + "[" + index + "]";
      }
      return before.isEmpty() ? name : before + "." + name;
    }
  }
}
