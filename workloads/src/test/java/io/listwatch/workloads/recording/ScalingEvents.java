package io.listwatch.workloads.recording;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Joins events about one ReplicaSet that is scaled in several steps. The number of steps depends on
 * how many pods the controller sees become ready at once.
 */
final class ScalingEvents {
  private static final Pattern SCALED =
      Pattern.compile("(Scaled (?:up|down) replica set \\S+) from (\\d+) to (\\d+)");

  private ScalingEvents() {}

  /** The numbers of replicas in one event or in several joined ones. */
  private record Range(int least, int most) {
    boolean touches(Range other) {
      return least <= other.most && other.least <= most;
    }

    Range with(Range other) {
      return new Range(Math.min(least, other.least), Math.max(most, other.most));
    }
  }

  /** Events whose text is equal except for their numbers; {@code event} is one of them. */
  private record Scalings(ObjectNode event, List<Range> ranges) {}

  /** Returns the objects of one name with joined events. Other objects stay as they are. */
  static List<JsonNode> joined(List<JsonNode> objects) {
    var result = new ArrayList<JsonNode>();
    var scalings = new TreeMap<String, Scalings>();
    for (JsonNode each : objects) {
      Matcher scaled = SCALED.matcher(each.path("message").asText());
      if (each instanceof ObjectNode event && scaled.matches()) {
        int from = Integer.parseInt(scaled.group(2));
        int to = Integer.parseInt(scaled.group(3));
        add(
            new Range(Math.min(from, to), Math.max(from, to)),
            scalings.computeIfAbsent(
                    scaled.group(1), none -> new Scalings(event, new ArrayList<>()))
                .ranges);
      } else {
        result.add(each);
      }
    }
    scalings.forEach(
        (message, all) ->
            all.ranges.forEach(
                range ->
                    result.add(all.event.deepCopy().put("message", message + " within " + range))));
    result.sort(Comparator.comparing(JsonNode::toString));
    return result;
  }

  private static void add(Range range, List<Range> all) {
    Range joined = range;
    for (Range each : List.copyOf(all)) {
      if (each.touches(joined)) {
        all.remove(each);
        joined = joined.with(each);
      }
    }
    all.add(joined);
    all.sort(Comparator.comparing(Range::least));
  }
}
