package io.listwatch.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.client.Patch;
import io.listwatch.client.ResourceClient;
import io.listwatch.model.ObjectDelta;
import io.listwatch.model.Resource;
import io.listwatch.model.VersionMatch;
import io.listwatch.model.WatchEvent;
import io.listwatch.model.WatchOptions;
import io.listwatch.reflector.Watch;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Iterator;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Measures the unchanged part of watch events: note 003 asks whether a watch could send only
 * changed fields. The size of the changed part is that of a JSON merge patch from one state to the
 * next. Also shows the size of the same event in a delta watch without managedFields, as informers
 * get it.
 */
final class UnchangedBytes implements Example {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Total all = new Total();
  private final Total withoutManagedFields = new Total();
  private String lastDelta = "";
  private int deltas;

  @Override
  public void run(Stage stage) throws Exception {
    ResourceClient<Resource> pods = stage.client().resources(Types.PODS).inNamespace("default");
    stage.say("bytes sent   as a patch   as a delta   unchanged   event");
    try (var cluster = new ClusterOnStage(stage);
        Watch watch = pods.watch(WatchOptions.from(VersionMatch.mostRecent()))) {
      cluster.start();
      cluster.createReplicaSet();
      Resource pod = follow(stage, watch, null, PodStory::running);
      Patch annotation = Patch.merge("{\"metadata\":{\"annotations\":{\"vpaUpdates\":\"1\"}}}");
      Resource annotated = pods.as("kubectl").patch(pod.key().name(), annotation);
      follow(stage, watch, pod, event -> event.version().equals(annotated.version()));
    }
    stage.say("%nOf what the MODIFIED events carried, unchanged was %s,", all);
    stage.say("without managedFields, which clients can leave out, %s", withoutManagedFields);
    stage.say(
        "A client that asks for deltas gets %d bytes. The last one:%n%n%s", deltas, lastDelta);
  }

  private Resource follow(
      Stage stage, Watch watch, @Nullable Resource known, Predicate<WatchEvent> enough)
      throws InterruptedException, IOException {
    Resource previous = known;
    while (!watch.ended()) {
      WatchEvent event = watch.next();
      if (event instanceof WatchEvent.Added added) {
        previous = added.object();
        stage.say("%10d %12s %12s %11s   %s", previous.size(), "-", "-", "-", PodStory.line(event));
      } else if (event instanceof WatchEvent.Modified modified && previous != null) {
        measure(stage, previous, event);
        previous = modified.object();
        if (enough.test(event)) {
          return previous;
        }
      }
    }
    throw new IllegalStateException("the watch has ended too early");
  }

  private void measure(Stage stage, Resource previous, WatchEvent event) throws IOException {
    Resource current = PodStory.object(event);
    int patch = all.add(previous, current);
    withoutManagedFields.add(previous.withoutManagedFields(), current.withoutManagedFields());
    lastDelta = delta(previous, current);
    deltas += lastDelta.length();
    stage.say(
        "%10d %12d %12d %9.0f %%   %s",
        current.size(),
        patch,
        lastDelta.length(),
        100.0 * (current.size() - patch) / current.size(),
        PodStory.line(event));
  }

  /** Returns the event as the server sends it to a client that requests deltas. */
  private static String delta(Resource previous, Resource current) {
    var delta = new ByteArrayOutputStream();
    ObjectDelta.between(
            current.key(),
            previous.version(),
            current.version(),
            previous.withoutManagedFields().toByteArray(),
            current.withoutManagedFields().toByteArray())
        .writeTo(delta);
    return "{\"type\":\"MODIFIED\",\"delta\":%s}%n".formatted(delta.toString(UTF_8));
  }

  private static ObjectNode tree(Resource object) throws IOException {
    return (ObjectNode) JSON.readTree(object.toByteArray());
  }

  /**
   * Returns the merge patch (RFC 7386) from one object to the other. It contains a list as a whole
   * if any item differs.
   */
  static ObjectNode patch(ObjectNode from, ObjectNode to) {
    ObjectNode patch = JSON.createObjectNode();
    for (var each : to.properties()) {
      JsonNode before = from.get(each.getKey());
      if (before instanceof ObjectNode was && each.getValue() instanceof ObjectNode is) {
        ObjectNode inner = patch(was, is);
        if (!inner.isEmpty()) {
          patch.set(each.getKey(), inner);
        }
      } else if (!each.getValue().equals(before)) {
        patch.set(each.getKey(), each.getValue());
      }
    }
    for (Iterator<String> names = from.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!to.has(name)) {
        patch.putNull(name);
      }
    }
    return patch;
  }

  /** The number of bytes sent, and how many of them had changed. */
  private static final class Total {
    private long sent;
    private long changed;

    /** Adds an event and returns the size of the equivalent merge patch. */
    int add(Resource previous, Resource current) throws IOException {
      int patch = JSON.writeValueAsBytes(patch(tree(previous), tree(current))).length;
      sent += current.size();
      changed += patch;
      return patch;
    }

    @Override
    public String toString() {
      return "%d of %d bytes: %.0f %%"
          .formatted(sent - changed, sent, 100.0 * (sent - changed) / sent);
    }
  }
}
