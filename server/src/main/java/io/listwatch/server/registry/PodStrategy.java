package io.listwatch.server.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.OptionalLong;
import java.util.Set;

/** Pods: pending when they are made, and given time to end when they run somewhere. */
final class PodStrategy extends BuiltInStrategy {
  private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

  PodStrategy(ResourceDefinition definition) {
    super(definition);
  }

  @Override
  public void prepareCreate(ObjectNode object) {
    super.prepareCreate(object);
    object.putObject("status").put("phase", "Pending");
  }

  /**
   * How many seconds a pod has to end: those that were asked for, or else its own. None if nobody
   * runs it, or if it has ended already.
   */
  static long grace(ObjectNode pod, OptionalLong asked) {
    if (pod.path("spec").path("nodeName").asText().isEmpty()
        || ENDED.contains(pod.path("status").path("phase").asText())) {
      return 0;
    }
    JsonNode own = pod.path("spec").path("terminationGracePeriodSeconds");
    long seconds = asked.orElse(own.asLong());
    return seconds < 0 ? 1 : seconds;
  }
}
