package io.listwatch.workloads.recording;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.listwatch.objects.yaml.YamlText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The actions of a user and of the nodes on a cluster, in steps. {@code README.md} beside the
 * scripts lists the actions.
 */
record Script(String name, List<Step> steps) {
  private static final ObjectMapper JSON = new ObjectMapper();

  Script {
    steps = List.copyOf(steps);
  }

  /** True if it creates nodes or volumes, which all namespaces share. */
  boolean clusterWide() {
    return steps.stream()
        .flatMap(step -> step.actions().stream())
        .filter(action -> action.verb().equals("create"))
        .map(action -> action.argument().toString())
        .anyMatch(json -> json.contains("\"Node\"") || json.contains("\"PersistentVolume\""));
  }

  /** True if nodes are compared, too: then the controllers of nodes run. */
  boolean aboutNodes() {
    return name.startsWith("node-");
  }

  /** Returns the names of the nodes that the script creates. */
  Set<String> nodes() {
    return steps.stream()
        .flatMap(step -> step.actions().stream())
        .filter(action -> action.verb().equals("create"))
        .flatMap(action -> action.argument().findParents("kind").stream())
        .filter(object -> object.path("kind").asText().equals("Node"))
        .map(object -> object.at("/metadata/name").asText())
        .collect(Collectors.toSet());
  }

  /** True if volumes are compared, too. */
  boolean aboutVolumes() {
    return name.startsWith("volume-");
  }

  /** Actions, after which the objects are compared. */
  record Step(String title, List<Action> actions) {
    Step {
      actions = List.copyOf(actions);
    }
  }

  record Action(String verb, JsonNode argument) {}

  /** Reads the script {@code name.yaml}. */
  static Script read(String name) {
    String yaml = text(name + ".yaml");
    var steps = new ArrayList<Step>();
    for (JsonNode step : json(YamlText.toJson(yaml))) {
      var actions = new ArrayList<Action>();
      read(step, actions);
      steps.add(new Step(step.path("step").asText(), actions));
    }
    return new Script(name, steps);
  }

  private static void read(JsonNode fields, List<Action> actions) {
    for (Map.Entry<String, JsonNode> field : fields.properties()) {
      switch (field.getKey()) {
        case "step" -> {}
        case "then" -> read(field.getValue(), actions);
        default -> actions.add(new Action(field.getKey(), field.getValue()));
      }
    }
  }

  /** Returns the names of all scripts. */
  static List<String> names() {
    return text("scripts.txt").lines().filter(line -> !line.isBlank()).toList();
  }

  /** Returns the recording of a script, with an entry for each step. */
  static JsonNode recording(String name) {
    return json(text(name + ".json"));
  }

  static boolean hasRecording(String name) {
    return Script.class.getResource(name + ".json") != null;
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(String file) {
    try (InputStream in = Objects.requireNonNull(Script.class.getResourceAsStream(file), file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
