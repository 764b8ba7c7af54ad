package io.listwatch.examples;

import io.listwatch.demo.PodPaths;
import io.listwatch.model.Resource;
import io.listwatch.model.UnreadableObject;
import io.listwatch.model.WatchEvent;

/** Formats a watch event of a pod. */
final class PodStory {
  private PodStory() {}

  static String line(WatchEvent event) {
    Resource pod = object(event);
    return "%-8s  %s  %s".formatted(type(event), pod.key().name(), state(event, pod));
  }

  private static String type(WatchEvent event) {
    return event.match(
        new WatchEvent.Cases<>() {
          @Override
          public String added(Resource object) {
            return "ADDED";
          }

          @Override
          public String modified(Resource object) {
            return "MODIFIED";
          }

          @Override
          public String deleted(Resource object) {
            return "DELETED";
          }

          @Override
          public String bookmark(WatchEvent.Bookmark bookmark) {
            return "BOOKMARK";
          }

          @Override
          public String unreadable(UnreadableObject object) {
            return "UNREADABLE";
          }
        });
  }

  private static String state(WatchEvent event, Resource pod) {
    if (event instanceof WatchEvent.Deleted) {
      return "the object is gone";
    } else if (pod.terminating()) {
      return "deletionTimestamp is set, %s s left".formatted(pod.text(PodPaths.GRACE).orElse("0"));
    } else if (!pod.texts(PodPaths.WAITING).isEmpty()) {
      return pod.texts(PodPaths.WAITING).get(0);
    } else if (running(event)) {
      return "Running";
    }
    return pod.text(PodPaths.PHASE).orElse("?")
        + pod.text(PodPaths.NODE).map(node -> ", PodScheduled to " + node).orElse("");
  }

  static boolean running(WatchEvent event) {
    Resource pod = object(event);
    return !pod.terminating() && pod.text(PodPaths.PHASE).filter("Running"::equals).isPresent();
  }

  static Resource object(WatchEvent event) {
    Resource object = event.resource();
    if (object == null) {
      throw new IllegalArgumentException("event: " + event + " (expected: one of an object)");
    }
    return object;
  }
}
