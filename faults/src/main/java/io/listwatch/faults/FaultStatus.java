package io.listwatch.faults;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.server.http.interference.ClientRequest;
import org.jspecify.annotations.Nullable;

/** The responses to commands, as JSON. */
final class FaultStatus {

  private FaultStatus() {}

  /** Returns the state of one fault. */
  static String of(ArmedFault fault) {
    return JsonTrees.write(node(fault));
  }

  /** Returns the state of the clock. */
  static String of(SteppedTime time) {
    return JsonTrees.write(node(time));
  }

  /** Returns the number of open streams. */
  static String of(long streams) {
    return JsonTrees.write(new JsonObject().put("streams", streams));
  }

  /** Returns the state of the clock, of all faults and of all open streams. */
  static String of(ArmedFaults faults, OpenStreams streams, SteppedTime time) {
    JsonObject all = node(time);
    JsonArray armed = all.putArray("faults");
    faults.all().forEach(each -> armed.add(node(each)));
    JsonArray open = all.putArray("streams");
    streams.all().forEach(each -> open.add(node(each.request())));
    return JsonTrees.write(all);
  }

  private static JsonObject node(SteppedTime time) {
    JsonObject node = new JsonObject();
    node.put("now", time.now().toString());
    node.put("frozen", time.frozen());
    return node;
  }

  private static JsonObject node(ArmedFault fault) {
    FaultMatch match = fault.match();
    JsonObject node = new JsonObject();
    node.put("id", fault.id());
    node.put("do", fault.word());
    node.put("hits", fault.hits());
    putIfGiven(node, "verb", match.verb());
    putIfGiven(node, "resource", match.resource());
    putIfGiven(node, "namespace", match.namespace());
    putIfGiven(node, "name", match.name());
    putIfGiven(node, "userAgent", match.userAgent());
    putIfGiven(node, "auditId", match.auditId());
    if (fault.effect() instanceof Effect.Realistic realistic) {
      node.put("seed", realistic.mode().seed());
    }
    return node;
  }

  private static JsonObject node(ClientRequest request) {
    JsonObject node = new JsonObject();
    node.put("resource", request.definition().type().toString());
    putIfGiven(node, "namespace", request.namespace());
    putIfGiven(node, "name", request.name());
    node.put("userAgent", request.userAgent());
    return node;
  }

  private static void putIfGiven(JsonObject node, String name, @Nullable String value) {
    if (value != null) {
      node.put(name, value);
    }
  }
}
