package io.listwatch.following.table;

import io.listwatch.following.facts.Facts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Makes {@code kind-defaults.txt}. Lines that end in {@code kept} are kept by hand, as long as
 * their type exists and their defaulting function cannot be read as a plain default. The order of
 * the lines is kept, too.
 */
final class KindDefaultsTable implements Table {
  private static final String KEPT = "\tkept";

  /** Defaults that the server's code sets. */
  private static final Set<String> ELSEWHERE =
      Set.of(
          "apiextensions/v1.ServiceReference.port",
          "batch/v1.PodFailurePolicyOnPodConditionsPattern.status",
          "core/v1.NamespaceStatus.phase");

  private static final SortedMap<String, String> NONE = Collections.emptySortedMap();

  @Override
  public List<String> make(Facts facts, List<String> current) {
    var graph = new TypeGraph(facts);
    Set<String> types = graph.objectTypes();
    Map<String, SortedMap<String, String>> derived = derived(facts, graph);
    var blocks = new LinkedHashMap<String, List<String>>();
    String type = "";
    for (String line : current) {
      if (!line.startsWith("\t")) {
        type = line;
        blocks.put(type, new ArrayList<>());
        continue;
      }
      String member = line.split("\t", -1)[1];
      String value = derived.computeIfAbsent(type, absent -> new TreeMap<>()).remove(member);
      if (value != null) {
        block(blocks, type).add("\t" + member + "\t" + value);
      } else if (line.endsWith(KEPT) && types.contains(type)) {
        block(blocks, type).add(line);
      }
    }
    derived.forEach(
        (owner, values) ->
            values.forEach(
                (member, value) -> block(blocks, owner).add("\t" + member + "\t" + value)));
    return lines(blocks);
  }

  private static List<String> block(Map<String, List<String>> blocks, String type) {
    return blocks.computeIfAbsent(type, absent -> new ArrayList<>());
  }

  private static List<String> lines(Map<String, List<String>> blocks) {
    var lines = new ArrayList<String>();
    blocks.forEach(
        (type, members) -> {
          if (!members.isEmpty()) {
            lines.add(type);
            lines.addAll(members);
          }
        });
    return lines;
  }

  /** Returns the plain defaults, by the type names of the table of types. */
  private static Map<String, SortedMap<String, String>> derived(Facts facts, TypeGraph graph) {
    var derived = new TreeMap<String, SortedMap<String, String>>();
    for (String type : graph.objectTypes()) {
      for (Member member : graph.members(type)) {
        String value = facts.defaults().getOrDefault(member.struct(), NONE).get(member.name());
        boolean elsewhere = member.has("default") || ELSEWHERE.contains(type + "." + member.name());
        if (value != null && !elsewhere) {
          derived.computeIfAbsent(type, absent -> new TreeMap<>()).put(member.name(), value);
        }
      }
    }
    return derived;
  }

  @Override
  public Map<String, String> entries(List<String> lines) {
    return NestedLines.entries(lines, 1);
  }
}
