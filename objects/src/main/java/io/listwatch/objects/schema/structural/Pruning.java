package io.listwatch.objects.schema.structural;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.Schema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Drops the members that a schema does not declare, and collects their paths. apiVersion, kind and
 * metadata, at the root and in embedded resources, are pruned by their built-in types.
 */
final class Pruning {
  /** Limits the memory of paths: further members are dropped without recording their paths. */
  private static final int MAX_PATHS = 1_000;

  private final ValuePath path = new ValuePath();
  private final List<String> dropped = new ArrayList<>();

  /**
   * Paths in the object's own metadata and in that of embedded resources; kube-apiserver lists them
   * separately.
   */
  private final List<String> ofRoot = new ArrayList<>();

  private final List<String> ofEmbedded = new ArrayList<>();

  /** The list that receives the paths at the current position. */
  private List<String> target = dropped;

  private boolean changed;

  private Pruning() {}

  /**
   * Prunes the object. Returns the dropped paths: first those in its metadata, last those in
   * embedded metadata.
   */
  static List<String> prune(JsonObject object, StructuralSchema schema) {
    var pruning = new Pruning();
    pruning.visit(object, schema, false);
    return pruning.changed ? pruning.paths() : List.of();
  }

  private List<String> paths() {
    var paths = new ArrayList<String>();
    for (List<String> each : List.of(ofRoot, dropped, ofEmbedded)) {
      Collections.sort(each);
      paths.addAll(each);
    }
    return paths;
  }

  /** Prunes the value. Returns true if anything was dropped. */
  static boolean changes(JsonValue value, StructuralSchema schema) {
    var pruning = new Pruning();
    pruning.visit(value, schema, false);
    return pruning.changed;
  }

  /**
   * Prunes a value.
   *
   * @param inPreserved true for an item of a list that preserves unknown fields
   */
  private void visit(JsonValue value, @Nullable StructuralSchema schema, boolean inPreserved) {
    boolean preserving = inPreserved || (schema != null && schema.preserving());
    if (value instanceof JsonObject object) {
      visitMembers(object, schema, preserving);
    } else if (value instanceof JsonArray array) {
      visitItems(array, schema, preserving);
    }
  }

  private void visitMembers(
      JsonObject object, @Nullable StructuralSchema schema, boolean preserving) {
    Iterator<Map.Entry<String, JsonValue>> members = object.properties().iterator();
    while (members.hasNext()) {
      Map.Entry<String, JsonValue> member = members.next();
      boolean declared = visitMember(member.getKey(), member.getValue(), schema);
      if (!declared && !preserving) {
        drop(member.getKey());
        members.remove();
      }
    }
  }

  /** Prunes the content of a member. Returns true if the member is declared. */
  private boolean visitMember(String name, JsonValue value, @Nullable StructuralSchema schema) {
    if (schema == null) {
      return false;
    }
    if (schema.identifies(name)) {
      visitIdentity(name, value, schema);
      return true;
    }
    StructuralSchema declared = schema.property(name);
    if (declared != null || schema.others().declared()) {
      path.enter(name);
      visit(value, declared != null ? declared : schema.others().schema(), false);
      path.leave();
      return true;
    }
    return false;
  }

  private void visitIdentity(String name, JsonValue value, StructuralSchema schema) {
    Schema type = schema.member(name);
    if (type != null) {
      target = path.atRoot() ? ofRoot : ofEmbedded;
      path.enter(name);
      visitBuiltIn(value, type);
      path.leave();
      target = dropped;
    }
  }

  private void visitBuiltIn(JsonValue value, Schema type) {
    switch (type.shape()) {
      case STRUCT, MAP -> {
        if (value instanceof JsonObject object) {
          visitBuiltInMembers(object, type);
        }
      }
      case LIST -> {
        for (int i = 0; value.isArray() && i < value.size(); i++) {
          path.enter(i);
          visitBuiltIn(value.path(i), type.item());
          path.leave();
        }
      }
      case SCALAR, ANY -> {}
    }
  }

  private void visitBuiltInMembers(JsonObject object, Schema type) {
    Iterator<Map.Entry<String, JsonValue>> members = object.properties().iterator();
    while (members.hasNext()) {
      Map.Entry<String, JsonValue> member = members.next();
      Schema declared = type.member(member.getKey());
      if (declared == null) {
        drop(member.getKey());
        members.remove();
      } else {
        path.enter(member.getKey());
        visitBuiltIn(member.getValue(), declared);
        path.leave();
      }
    }
  }

  /** Prunes the items of a list. Those of a preserving list keep their undeclared members, too. */
  private void visitItems(JsonArray array, @Nullable StructuralSchema schema, boolean preserving) {
    StructuralSchema item = schema == null ? null : schema.declaredItem();
    if (item == null && preserving) {
      return;
    }
    for (int i = 0; i < array.size(); i++) {
      path.enter(i);
      visit(array.path(i), item, preserving);
      path.leave();
    }
  }

  private void drop(String name) {
    changed = true;
    if (target.size() < MAX_PATHS) {
      path.enter(name);
      target.add(path.toString());
      path.leave();
    }
  }
}
