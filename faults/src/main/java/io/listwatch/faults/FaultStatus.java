package io.listwatch.faults;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.objects.schema.JsonTrees;
import io.listwatch.server.http.interference.ClientRequest;
import org.jspecify.annotations.Nullable;

/** What commands are answered with: how things stand, as JSON. */
final class FaultStatus {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private FaultStatus() {}

  /** One fault. */
  static String of(ArmedFault fault) {
    return JsonTrees.write(node(fault));
  }

  /** The clock. */
  static String of(SteppedTime time) {
    return JsonTrees.write(node(time));
  }

  /** How many streams there are. */
  static String of(long streams) {
    return JsonTrees.write(NODES.objectNode().put("streams", streams));
  }

  /** Everything. */
  static String of(ArmedFaults faults, OpenStreams streams, SteppedTime time) {
    ObjectNode all = node(time);
    ArrayNode armed = all.putArray("faults");
    faults.all().forEach(each -> armed.add(node(each)));
    ArrayNode open = all.putArray("streams");
    streams.all().forEach(each -> open.add(node(each.request())));
    return JsonTrees.write(all);
  }

  private static ObjectNode node(SteppedTime time) {
    ObjectNode node = NODES.objectNode();
    node.put("now", time.now().toString());
    node.put("frozen", time.frozen());
    return node;
  }

  private static ObjectNode node(ArmedFault fault) {
    FaultMatch match = fault.match();
    ObjectNode node = NODES.objectNode();
    node.put("id", fault.id());
    node.put("do", fault.word());
    node.put("hits", fault.hits());
    putIfGiven(node, "verb", match.verb());
    putIfGiven(node, "resource", match.resource());
    putIfGiven(node, "namespace", match.namespace());
    putIfGiven(node, "name", match.name());
    putIfGiven(node, "userAgent", match.userAgent());
    if (fault.effect() instanceof Effect.Realistic realistic) {
      node.put("seed", realistic.mode().seed());
    }
    return node;
  }

  private static ObjectNode node(ClientRequest request) {
    ObjectNode node = NODES.objectNode();
    node.put("resource", request.definition().type().toString());
    putIfGiven(node, "namespace", request.namespace());
    putIfGiven(node, "name", request.name());
    node.put("userAgent", request.userAgent());
    return node;
  }

  private static void putIfGiven(ObjectNode node, String name, @Nullable String value) {
    if (value != null) {
      node.put(name, value);
    }
  }
}
