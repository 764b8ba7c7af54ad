package io.listwatch.workloads.recording;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.listwatch.model.ResourceType;
import io.listwatch.workloads.object.ApiObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The objects of a namespace, without the values that may differ between two clusters: times,
 * generated names and the number of events.
 *
 * @param objects by kind and name; several pods may have the same normal form
 */
record Snapshot(Map<String, List<JsonNode>> objects) {
  /**
   * The prefix of an event that stands for several events. Their number determines which of them
   * are combined.
   */
  private static final String COMBINED = "(combined from similar events): ";

  /** Fields of metadata that are compared. */
  private static final Set<String> METADATA =
      Set.of("name", "labels", "annotations", "ownerReferences", "finalizers", "deletionTimestamp");

  /** Fields of a pod's spec that controllers set; the others are those of its template. */
  private static final Set<String> POD_SPEC =
      Set.of("nodeName", "hostname", "subdomain", "affinity", "schedulingGates", "restartPolicy");

  /**
   * The time of the last change that a controller has observed. It may be absent if the controller
   * has observed several changes at once.
   */
  private static final String TRIGGER = "endpoints.kubernetes.io/last-change-trigger-time";

  /** Lists whose order has no meaning. */
  private static final Set<String> SETS =
      Set.of(
          "addresses",
          "notReadyAddresses",
          "endpoints",
          "ownerReferences",
          "subsets",
          "taints",
          "finalizers");

  Snapshot {
    objects = Collections.unmodifiableMap(new TreeMap<>(objects));
  }

  static Snapshot of(Script script, ScriptCluster cluster, Names names)
      throws InterruptedException {
    var listed = new LinkedHashMap<ResourceType, List<ApiObject>>();
    for (ResourceType type : ScriptKinds.compared(script)) {
      List<ApiObject> objects = cluster.list(type);
      if (type.equals(ScriptKinds.EVENTS)) {
        objects =
            withNodes(
                objects, script.aboutNodes() ? cluster.nodeEvents(script.nodes()) : List.of());
      }
      listed.put(type, objects);
      if (!type.equals(ScriptKinds.EVENTS)) {
        names.learn(objects);
      }
    }
    var result = new TreeMap<String, List<JsonNode>>();
    listed.forEach(
        (type, objects) -> {
          for (ApiObject object : objects) {
            JsonNode normal = normal(object, type, names);
            String id =
                type.kind()
                    + " "
                    + (type.equals(ScriptKinds.EVENTS)
                        ? normal.path("of").asText()
                        : normal.at("/metadata/name").asText());
            List<JsonNode> same = result.computeIfAbsent(id, one -> new ArrayList<>());
            if (!type.equals(ScriptKinds.EVENTS) || !same.contains(normal)) {
              same.add(normal);
            }
          }
        });
    result.values().forEach(same -> same.sort(Comparator.comparing(JsonNode::toString)));
    return new Snapshot(result);
  }

  /** Returns the events with {@code ofNodes} in place of those about nodes. */
  private static List<ApiObject> withNodes(List<ApiObject> events, List<ApiObject> ofNodes) {
    return Stream.concat(
            events.stream()
                .filter(event -> !event.json().at("/involvedObject/kind").asText().equals("Node")),
            ofNodes.stream())
        .toList();
  }

  private static JsonNode normal(ApiObject object, ResourceType type, Names names) {
    JsonNode reduced = type.equals(ScriptKinds.EVENTS) ? event(object) : reduced(object, type);
    return normal("", reduced, names);
  }

  private static ObjectNode event(ApiObject event) {
    JsonNode json = event.json();
    return JsonNodeFactory.instance
        .objectNode()
        .put(
            "of",
            json.at("/involvedObject/kind").asText()
                + " "
                + json.at("/involvedObject/name").asText())
        .put("type", json.path("type").asText())
        .put("reason", json.path("reason").asText())
        .put("message", json.path("message").asText().replace(COMBINED, ""))
        .put("from", json.at("/source/component").asText());
  }

  private static ObjectNode reduced(ApiObject object, ResourceType type) {
    ObjectNode json = object.json().deepCopy();
    long generation = object.generation();
    json.remove(List.of("apiVersion", "kind"));
    ObjectNode metadata = json.withObject("/metadata");
    metadata.retain(METADATA);
    metadata.path("ownerReferences").forEach(owner -> ((ObjectNode) owner).remove("uid"));
    if (metadata.path("annotations") instanceof ObjectNode annotations) {
      annotations.remove(List.of("kubectl.kubernetes.io/last-applied-configuration"));
    }
    removeTrigger(json);
    if (json.path("status").path("observedGeneration").isNumber()) {
      boolean current = json.at("/status/observedGeneration").asLong() == generation;
      json.withObject("/status").put("observedGeneration", current ? "current" : "older");
    }
    json.at("/status/conditions")
        .forEach(
            each -> ((ObjectNode) each).remove(List.of("observedGeneration", "lastProbeTime")));
    json.at("/status/active").forEach(each -> ((ObjectNode) each).remove("resourceVersion"));
    if (type.equals(ScriptKinds.PODS)) {
      env(json);
      json.withObject("/spec").retain(union(POD_SPEC, "env", "claims"));
      json.withObject("/status").retain("phase", "conditions", "reason", "message");
    } else if (type.equals(ScriptKinds.NODES)) {
      // The TTL controller, which is not compared, annotates how long a kubelet may cache Secrets.
      metadata.remove("annotations");
      json.withObject("/spec").retain("taints", "unschedulable");
      json.withObject("/status").retain("conditions");
    } else if (type.equals(ScriptKinds.VOLUMES)) {
      if (json.at("/spec/claimRef") instanceof ObjectNode claim) {
        claim.remove("resourceVersion");
      }
    } else if (json.at("/spec/template/spec") instanceof ObjectNode) {
      json.withObject("/spec").withObject("/template").remove("spec");
    } else if (type.kind().equals("CronJob")) {
      json.withObject("/spec").remove("jobTemplate");
    } else if (type.kind().equals("ControllerRevision")) {
      json.remove("data");
    }
    return json;
  }

  private static void removeTrigger(ObjectNode object) {
    if (object.at("/metadata/annotations") instanceof ObjectNode annotations) {
      annotations.remove(TRIGGER);
      if (annotations.isEmpty()) {
        object.withObject("/metadata").remove("annotations");
      }
    }
  }

  private static Set<String> union(Set<String> some, String... more) {
    var all = new java.util.HashSet<>(some);
    all.addAll(List.of(more));
    return all;
  }

  private static void env(ObjectNode pod) {
    ArrayNode env = JsonNodeFactory.instance.arrayNode();
    pod.at("/spec/containers").forEach(container -> container.path("env").forEach(env::add));
    ArrayNode claims = JsonNodeFactory.instance.arrayNode();
    pod.at("/spec/volumes")
        .forEach(
            volume -> {
              if (volume.has("persistentVolumeClaim")) {
                claims.add(volume.at("/persistentVolumeClaim/claimName"));
              }
            });
    if (!env.isEmpty()) {
      pod.withObject("/spec").set("env", env);
    }
    if (!claims.isEmpty()) {
      pod.withObject("/spec").set("claims", claims);
    }
  }

  private static JsonNode normal(String field, JsonNode node, Names names) {
    if (node.isTextual()) {
      return TextNode.valueOf(names.normal(node.asText()));
    }
    if (node.isObject()) {
      var fields = new TreeMap<String, JsonNode>();
      node.properties()
          .forEach(
              each ->
                  fields.put(
                      names.normal(each.getKey()), normal(each.getKey(), each.getValue(), names)));
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      fields.forEach(object::set);
      return object;
    }
    if (node.isArray()) {
      List<JsonNode> elements =
          StreamSupport.stream(node.spliterator(), false)
              .map(each -> normal("", each, names))
              .toList();
      var ordered = new ArrayList<>(elements);
      if (SETS.contains(field)) {
        ordered.sort(Comparator.comparing(JsonNode::toString));
      }
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      ordered.forEach(array::add);
      return array;
    }
    return node;
  }

  /** Returns the differences from an earlier snapshot; an empty list for objects that are gone. */
  JsonNode since(Snapshot earlier) {
    ObjectNode changes = JsonNodeFactory.instance.objectNode();
    objects.forEach(
        (id, now) -> {
          if (!now.equals(earlier.objects.get(id))) {
            write(now, changes.putArray(id));
          }
        });
    earlier.objects.keySet().stream()
        .filter(id -> !objects.containsKey(id))
        .forEach(changes::putArray);
    return changes;
  }

  /** Writes equal objects once, followed by the number of further ones. */
  private static void write(List<JsonNode> sorted, ArrayNode array) {
    int further = 0;
    for (int i = 0; i < sorted.size(); i++) {
      boolean last = i == sorted.size() - 1 || !sorted.get(i + 1).equals(sorted.get(i));
      if (further == 0) {
        array.add(sorted.get(i));
      }
      if (last && further > 0) {
        array.add(further);
      }
      further = last ? 0 : further + 1;
    }
  }

  private static List<JsonNode> read(JsonNode array) {
    var objects = new ArrayList<JsonNode>();
    for (JsonNode each : array) {
      if (each.isInt()) {
        objects.addAll(Collections.nCopies(each.asInt(), objects.get(objects.size() - 1)));
      } else {
        ObjectNode object = each.deepCopy();
        removeTrigger(object);
        objects.add(object);
      }
    }
    return objects;
  }

  /** Returns this snapshot with the changes that {@link #since} returned. */
  Snapshot with(JsonNode changes) {
    var result = new TreeMap<>(objects);
    changes
        .properties()
        .forEach(
            each -> {
              List<JsonNode> now = read(each.getValue());
              if (now.isEmpty()) {
                result.remove(each.getKey());
              } else {
                result.put(each.getKey(), now);
              }
            });
    return new Snapshot(result);
  }

  /** Returns this snapshot with {@link ScalingEvents} joined. */
  Snapshot withJoinedScalings() {
    var result = new TreeMap<String, List<JsonNode>>();
    objects.forEach((id, list) -> result.put(id, ScalingEvents.joined(list)));
    return new Snapshot(result);
  }

  /** Returns this snapshot with other names for some things, such as nodes. */
  Snapshot renamed(Map<String, String> names) {
    if (names.isEmpty()) {
      return this;
    }
    var result = new TreeMap<String, List<JsonNode>>();
    objects.forEach(
        (id, list) ->
            result.put(
                renamed(TextNode.valueOf(id), names).asText(),
                list.stream()
                    .map(each -> renamed(each, names))
                    .sorted(Comparator.comparing(JsonNode::toString))
                    .toList()));
    return new Snapshot(result);
  }

  private static JsonNode renamed(JsonNode node, Map<String, String> names) {
    if (node.isTextual()) {
      String text = node.asText();
      String last = text.substring(text.lastIndexOf(' ') + 1);
      return TextNode.valueOf(
          text.substring(0, text.length() - last.length()) + names.getOrDefault(last, last));
    }
    if (node instanceof ObjectNode object) {
      ObjectNode copy = JsonNodeFactory.instance.objectNode();
      object.properties().forEach(each -> copy.set(each.getKey(), renamed(each.getValue(), names)));
      return copy;
    }
    if (node.isArray()) {
      ArrayNode copy = JsonNodeFactory.instance.arrayNode();
      node.forEach(each -> copy.add(renamed(each, names)));
      return copy;
    }
    return node;
  }
}
