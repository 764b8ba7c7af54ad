package io.listwatch.workloads.faults;

import io.listwatch.faults.FaultControl;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Arms faults of the workload controllers, chosen at random. Confined to one thread. */
final class RandomFaults {
  static final List<String> WORKLOADS =
      List.of("pods", "replicasets.apps", "deployments.apps", "statefulsets.apps", "jobs.batch");

  private static final List<String> VERBS = List.of("create", "update", "delete", "patch");
  private static final int MAX_LASTING = 2;
  private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");

  private final Random random;
  private final FaultControl control;
  private final List<String> resources;
  private final List<String> commands = new ArrayList<>();

  /** The faults that last until they are cleared, the oldest first. */
  private final Deque<String> lasting = new ArrayDeque<>();

  RandomFaults(Random random, FaultControl control, List<String> resources) {
    this.random = random;
    this.control = control;
    this.resources = List.copyOf(resources);
  }

  /** Injects one fault, and ends an earlier one if there are too many that last. */
  void step() {
    if (lasting.size() == MAX_LASTING) {
      run("{\"do\":\"clear\",\"id\":\"" + lasting.removeFirst() + "\"}");
    }
    switch (random.nextInt(9)) {
      case 0 -> request("answer", "update", "\"code\":409,\"message\":\"modified\"");
      case 1 -> request("answer", any(VERBS), "\"code\":500,\"message\":\"broken\"");
      case 2 -> request("cut", "create", "\"at\":\"start\"");
      case 3 -> request("cut", any(VERBS), "\"at\":\"start\"");
      case 4 -> stream("\"do\":\"drop\"");
      case 5 -> stream("\"do\":\"expire\",\"shape\":\"event\"");
      case 6 -> last(stream("\"do\":\"hold\""));
      case 7 -> last(stream("\"do\":\"stall\""));
      default -> last(stream("\"do\":\"stale\""));
    }
  }

  private String any(List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private void request(String word, String verb, String more) {
    // Mostly pods: the other resources are written less often.
    String resource = random.nextBoolean() ? "pods" : any(resources);
    run(
        "{\"do\":\"%s\",\"verb\":\"%s\",\"resource\":\"%s\",\"times\":%d,\"userAgent\":\"%s\",%s}"
            .formatted(word, verb, resource, 1 + random.nextInt(2), "listwatch-workloads", more));
  }

  private String stream(String word) {
    String resource = random.nextBoolean() ? "pods" : any(resources);
    return run(
        "{%s,\"resource\":\"%s\",\"userAgent\":\"listwatch-workloads\"}".formatted(word, resource));
  }

  private void last(String response) {
    Matcher id = ID.matcher(response);
    if (id.find()) {
      lasting.addLast(id.group(1));
    }
  }

  private String run(String command) {
    commands.add(command);
    return control.command(command);
  }

  void clear() {
    lasting.clear();
    var unused = run("{\"do\":\"clear\"}");
  }

  /** Returns the commands, one on each line. */
  @Override
  public String toString() {
    return String.join("\n", commands);
  }
}
