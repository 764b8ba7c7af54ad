package io.listwatch.workloads;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.listwatch.objects.yaml.LineTree;
import io.listwatch.objects.yaml.MalformedYamlException;
import io.listwatch.objects.yaml.YamlText;
import io.listwatch.selector.LabelSelector;
import io.listwatch.selector.Labels;
import io.listwatch.workloads.node.PodBehavior;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the behavior of pods by a list of rules in YAML. The first rule that matches a pod
 * decides; without one, its annotation does.
 *
 * <pre>
 * - namespace: shop
 *   selector: app=web,tier!=cache
 *   image: "*:broken"
 *   behavior: ready-after=30s
 * </pre>
 *
 * <p>Immutable. Pass it to {@link WorkloadsBuilder#behavior}.
 */
public final class BehaviorRules implements Function<Map<String, Object>, String> {
  private static final int MAX_RULES = 1_000;
  private static final Set<String> FIELDS = Set.of("namespace", "selector", "image", "behavior");
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final List<Rule> rules;

  private BehaviorRules(List<Rule> rules) {
    this.rules = List.copyOf(rules);
  }

  /**
   * Parses a list of rules. All fields but {@code behavior} may be omitted.
   *
   * @throws IllegalArgumentException if it is malformed; the message begins with the line
   */
  public static BehaviorRules parse(String yaml) {
    JsonNode list = tree(yaml);
    if (list.isNull()) {
      return new BehaviorRules(List.of());
    }
    LineTree lines = LineTree.readAll(yaml).get(0);
    if (!list.isArray()) {
      throw invalid(lines, "", "the file is not a list (expected: - behavior: …)");
    }
    if (list.size() > MAX_RULES) {
      throw invalid(
          lines,
          "[%d]".formatted(MAX_RULES),
          "%d rules (expected: at most %d)".formatted(list.size(), MAX_RULES));
    }
    var rules = new ArrayList<Rule>();
    for (int i = 0; i < list.size(); i++) {
      rules.add(rule(list.get(i), lines, "[%d]".formatted(i)));
    }
    return new BehaviorRules(rules);
  }

  private static JsonNode tree(String yaml) {
    try {
      return MAPPER.readTree(YamlText.toJson(yaml));
    } catch (MalformedYamlException malformed) {
      throw new IllegalArgumentException(
          "line %d: %s".formatted(malformed.line(), malformed.getMessage()), malformed);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static Rule rule(JsonNode rule, LineTree lines, String path) {
    if (!rule.isObject()) {
      throw invalid(lines, path, "the rule is not an object (expected: behavior: …)");
    }
    rule.properties()
        .forEach(
            field -> {
              if (!FIELDS.contains(field.getKey()) || !field.getValue().isTextual()) {
                throw invalid(
                    lines,
                    path + "." + field.getKey(),
                    field.getKey()
                        + ": (expected: namespace, selector, image or behavior, as strings)");
              }
            });
    String behavior = rule.path("behavior").asText();
    try {
      PodBehavior unused = PodBehavior.parse(behavior);
    } catch (IllegalArgumentException malformed) {
      throw invalid(lines, path + ".behavior", String.valueOf(malformed.getMessage()));
    }
    return new Rule(
        rule.path("namespace").asText(),
        selector(rule.path("selector").asText(), lines, path + ".selector"),
        rule.path("image").asText("*"),
        behavior);
  }

  private static LabelSelector selector(String text, LineTree lines, String path) {
    try {
      return LabelSelector.parse(text);
    } catch (IllegalArgumentException malformed) {
      throw invalid(lines, path, "selector: " + malformed.getMessage());
    }
  }

  private static IllegalArgumentException invalid(LineTree lines, String path, String problem) {
    return new IllegalArgumentException("line %d: %s".formatted(lines.line(path), problem));
  }

  /** Returns the behavior of a pod; empty if no rule matches. */
  @Override
  public String apply(Map<String, Object> pod) {
    Map<?, ?> metadata = map(pod.get("metadata"));
    String namespace = String.valueOf(metadata.get("namespace"));
    var labels = new HashMap<String, String>();
    map(metadata.get("labels"))
        .forEach((name, value) -> labels.put(String.valueOf(name), String.valueOf(value)));
    return rules.stream()
        .filter(rule -> rule.matches(namespace, Labels.of(labels), images(pod)))
        .map(Rule::behavior)
        .findFirst()
        .orElse("");
  }

  private static List<String> images(Map<String, Object> pod) {
    return map(pod.get("spec")).get("containers") instanceof List<?> containers
        ? containers.stream().map(each -> String.valueOf(map(each).get("image"))).toList()
        : List.of();
  }

  private static Map<?, ?> map(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? map : Map.of();
  }

  /**
   * One rule.
   *
   * @param namespace empty for all
   * @param image the image of at least one container; {@code *} stands for any characters
   */
  private record Rule(String namespace, LabelSelector selector, String image, String behavior) {
    boolean matches(String podNamespace, Labels labels, List<String> images) {
      return (namespace.isEmpty() || namespace.equals(podNamespace))
          && selector.matches(labels)
          && (image.equals("*") || images.stream().anyMatch(this::isImage));
    }

    private boolean isImage(String text) {
      String[] parts = image.split("\\*", -1);
      int last = parts.length - 1;
      if (last == 0) {
        return text.equals(image);
      }
      if (!text.startsWith(parts[0])) {
        return false;
      }
      int at = parts[0].length();
      for (int i = 1; i < last; i++) {
        int found = text.indexOf(parts[i], at);
        if (found < 0) {
          return false;
        }
        at = found + parts[i].length();
      }
      return text.length() - parts[last].length() >= at && text.endsWith(parts[last]);
    }
  }
}
