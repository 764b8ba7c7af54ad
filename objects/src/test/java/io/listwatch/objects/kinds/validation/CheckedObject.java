package io.listwatch.objects.kinds.validation;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.model.ResourceType;
import io.listwatch.model.Scope;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.JsonTrees;
import java.util.ArrayList;
import java.util.List;

/** An object that is changed a little, and what is said about it then. */
record CheckedObject(ResourceType type, ObjectNode tree) {
  /**
   * @param resource such as {@code deployments.apps}
   * @param json quotes may be single, as long as there are no double ones
   */
  static CheckedObject of(String resource, String json) {
    int dot = resource.indexOf('.');
    String plural = dot < 0 ? resource : resource.substring(0, dot);
    String group = dot < 0 ? "" : resource.substring(dot + 1);
    var type = new ResourceType(group, "v1", "Kind", plural, Scope.NAMESPACED);
    return new CheckedObject(type, (ObjectNode) read(json));
  }

  private static JsonNode read(String json) {
    return JsonTrees.read(json.indexOf('"') < 0 ? json.replace('\'', '"') : json);
  }

  /** The same with another value somewhere; the pointer may end with the index after the last. */
  CheckedObject with(String pointer, String json) {
    ObjectNode changed = tree.deepCopy();
    set(changed, JsonPointer.compile(pointer), read(json));
    return new CheckedObject(type, changed);
  }

  static void set(ObjectNode tree, JsonPointer pointer, JsonNode value) {
    JsonNode parent = tree.at(pointer.head());
    if (parent.isMissingNode()) {
      set(tree, pointer.head(), tree.objectNode());
      parent = tree.at(pointer.head());
    }
    String last = pointer.last().getMatchingProperty();
    if (parent instanceof ArrayNode list) {
      int index = pointer.last().getMatchingIndex();
      if (index == list.size()) {
        list.add(value);
      } else {
        list.set(index, value);
      }
    } else if (parent instanceof ObjectNode object) {
      object.set(last, value);
    }
  }

  /** What is wrong with it as a new object: fields and messages. */
  List<String> faults() {
    List<FieldError> errors = new ArrayList<>();
    KindRules.of(type).validate(tree.deepCopy(), errors);
    return told(errors);
  }

  /** What is wrong with it if it was something else before. */
  List<String> faultsAfter(CheckedObject old) {
    List<FieldError> errors = new ArrayList<>();
    KindRules.of(type).validateUpdate(tree.deepCopy(), old.tree.deepCopy(), errors);
    return told(errors);
  }

  /** What is wrong with it if its status was something else before. */
  List<String> statusFaultsAfter(CheckedObject old) {
    List<FieldError> errors = new ArrayList<>();
    KindRules.of(type).validateStatusUpdate(tree.deepCopy(), old.tree.deepCopy(), errors);
    return told(errors);
  }

  private static List<String> told(List<FieldError> errors) {
    return errors.stream().map(FieldError::toString).toList();
  }
}
