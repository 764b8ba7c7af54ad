package io.listwatch.examples;

import io.listwatch.client.ResourceClient;
import io.listwatch.model.Resource;
import io.listwatch.model.VersionMatch;
import io.listwatch.model.WatchEvent;
import io.listwatch.model.WatchOptions;
import io.listwatch.reflector.Watch;
import java.util.function.Predicate;

/** Note 003: the events of a watch on pods when a pod of a ReplicaSet is deleted. */
final class LifeOfAPod implements Example {
  @Override
  public void run(Stage stage) throws Exception {
    ResourceClient<Resource> pods = stage.client().resources(Types.PODS).inNamespace("default");
    try (var cluster = new ClusterOnStage(stage);
        Watch watch = pods.watch(WatchOptions.from(VersionMatch.mostRecent()))) {
      cluster.start();
      stage.say("A ReplicaSet that wants one pod is created:");
      cluster.createReplicaSet();
      String first = show(stage, watch, PodStory::running);

      stage.say("%nThe pod %s is deleted:", first);
      boolean found = pods.delete(first);
      String gone = show(stage, watch, event -> event instanceof WatchEvent.Deleted);
      if (!found || !gone.equals(first)) {
        throw new IllegalStateException("gone: " + gone + " (expected: " + first + ")");
      }
    }
  }

  /** Prints events until one satisfies {@code enough}, and returns the name of its pod. */
  private static String show(Stage stage, Watch watch, Predicate<WatchEvent> enough)
      throws InterruptedException {
    while (!watch.ended()) {
      WatchEvent event = watch.next();
      if (event != null && !(event instanceof WatchEvent.Bookmark)) {
        stage.say("  %s", PodStory.line(event));
        if (enough.test(event)) {
          return PodStory.object(event).key().name();
        }
      }
    }
    throw new IllegalStateException("the watch has ended too early");
  }
}
