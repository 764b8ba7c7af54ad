package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.RepeatedField;
import io.listwatch.selector.Quotation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Finds unknown and duplicate members in the operations of a JSON patch, for field validation. */
public final class JsonPatchFields {
  private static final Set<String> MEMBERS = Set.of("op", "path", "from", "value");

  /** The number of complaints after which kube-apiserver's decoder reports no more. */
  private static final int MAX_COMPLAINTS = 100;

  private final List<RepeatedField> duplicates;
  private final List<String> complaints = new ArrayList<>();

  private JsonPatchFields(List<RepeatedField> duplicates) {
    this.duplicates = duplicates;
  }

  /**
   * Returns a complaint about each unknown or duplicate member, in kube-apiserver's words and in
   * the order of the patch.
   *
   * @param patch one that {@link JsonPatch#apply(io.listwatch.objects.json.JsonObject, PatchBody)}
   *     accepts
   */
  public static List<String> complaints(PatchBody patch) {
    var fields = new JsonPatchFields(patch.duplicates());
    JsonArray operations = JsonPatch.operations(patch);
    for (int i = 0; i < operations.size(); i++) {
      for (var member : operations.path(i).properties()) {
        fields.check("[" + i + "].", member.getKey());
      }
    }
    return fields.complaints;
  }

  /** Members inside an unknown one are not checked. */
  private void check(String operation, String member) {
    String path = operation + member;
    if (!MEMBERS.contains(member)) {
      add("unknown field " + Quotation.of(path));
    }
    for (RepeatedField each : duplicates) {
      boolean known = MEMBERS.stream().anyMatch(name -> within(each.path(), operation + name));
      if (known
          && (each.after().isEmpty() ? within(each.path(), path) : within(each.after(), path))) {
        add(each.complaint());
      }
    }
  }

  private static boolean within(String path, String parent) {
    return path.startsWith(parent)
        && (path.length() == parent.length() || ".[".indexOf(path.charAt(parent.length())) >= 0);
  }

  private void add(String complaint) {
    if (complaints.size() < MAX_COMPLAINTS) {
      complaints.add("json patch " + complaint);
    }
  }
}
