package io.listwatch.objects.kinds.validation;

import io.listwatch.model.ResourceType;
import io.listwatch.model.Scope;
import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import java.util.ArrayList;
import java.util.List;

/** An object to change and validate. */
record CheckedObject(ResourceType type, JsonObject tree) {
  /**
   * @param resource such as {@code deployments.apps}
   * @param json with single quotes, unless it contains double ones
   */
  static CheckedObject of(String resource, String json) {
    int dot = resource.indexOf('.');
    String plural = dot < 0 ? resource : resource.substring(0, dot);
    String group = dot < 0 ? "" : resource.substring(dot + 1);
    var type = new ResourceType(group, "v1", "Kind", plural, Scope.NAMESPACED);
    return new CheckedObject(type, (JsonObject) read(json));
  }

  private static JsonValue read(String json) {
    return JsonTrees.read(json.indexOf('"') < 0 ? json.replace('\'', '"') : json);
  }

  /** Returns a copy with another value; the pointer may end with the index after the last. */
  CheckedObject with(String pointer, String json) {
    JsonObject changed = tree.deepCopy();
    set(changed, pointer, read(json));
    return new CheckedObject(type, changed);
  }

  static void set(JsonObject tree, String pointer, JsonValue value) {
    JsonValue parent = tree.at(head(pointer));
    if (parent.isMissing()) {
      set(tree, head(pointer), new JsonObject());
      parent = tree.at(head(pointer));
    }
    String last = last(pointer);
    if (parent instanceof JsonArray list) {
      int index = Integer.parseInt(last);
      if (index == list.size()) {
        list.add(value);
      } else {
        list.set(index, value);
      }
    } else if (parent instanceof JsonObject object) {
      object.set(last, value);
    }
  }

  CheckedObject without(String pointer) {
    JsonObject changed = tree.deepCopy();
    ((JsonObject) changed.at(head(pointer))).remove(last(pointer));
    return new CheckedObject(type, changed);
  }

  private static String head(String pointer) {
    return pointer.substring(0, pointer.lastIndexOf('/'));
  }

  private static String last(String pointer) {
    return pointer.substring(pointer.lastIndexOf('/') + 1).replace("~1", "/").replace("~0", "~");
  }

  /** Returns the errors of the object as a new one: fields and messages. */
  List<String> faults() {
    List<FieldError> errors = new ArrayList<>();
    KindRules.of(type).validate(tree.deepCopy(), errors);
    return told(errors);
  }

  /** Returns the errors of the object as an update of another. */
  List<String> faultsAfter(CheckedObject old) {
    List<FieldError> errors = new ArrayList<>();
    KindRules.of(type).validateUpdate(tree.deepCopy(), old.tree.deepCopy(), errors);
    return told(errors);
  }

  /** Returns the errors of the object as a status update of another. */
  List<String> statusFaultsAfter(CheckedObject old) {
    List<FieldError> errors = new ArrayList<>();
    KindRules.of(type).validateStatusUpdate(tree.deepCopy(), old.tree.deepCopy(), errors);
    return told(errors);
  }

  private static List<String> told(List<FieldError> errors) {
    return errors.stream().map(FieldError::toString).toList();
  }
}
