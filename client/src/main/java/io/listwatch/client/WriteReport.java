package io.listwatch.client;

import io.listwatch.informer.Informer;
import io.listwatch.json.JsonPath;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import org.jspecify.annotations.Nullable;

/**
 * Tells an informer what the server answered to writes, so that it shows them before its watch
 * does.
 *
 * <p>Thread-safe.
 */
final class WriteReport {
  private static final JsonPath KIND = JsonPath.of("kind");
  private static final JsonPath UID = JsonPath.of("details.uid");
  private static final JsonPath GRACE = JsonPath.of("metadata.deletionGracePeriodSeconds");

  private final Informer<?> informer;

  WriteReport(Informer<?> informer) {
    this.informer = informer;
  }

  /** What can be read of an object before it is deleted. */
  @Nullable Resource before(ResourceKey key) {
    return informer.snapshot().get(key);
  }

  /** Nothing of a dry run, nor of a part that is another kind of object, such as a scale. */
  void wrote(ResourceScope scope, Resource answer) {
    String kind = answer.kind();
    if (!scope.writes().dryRun() && (kind.isEmpty() || kind.equals(scope.type().kind()))) {
      informer.wrote(answer);
    }
  }

  /**
   * The answer to a deletion is a status once the object is gone, or the object: as it is now, if
   * it has to wait for somebody, or else as it was last.
   */
  void deleted(ResourceScope scope, ResourceKey key, @Nullable Resource before, byte[] answer) {
    if (scope.writes().dryRun() || !scope.subresource().isEmpty()) {
      return;
    }
    if ("Status".equals(KIND.text(answer, 0, answer.length))) {
      informer.deleted(key, UID.text(answer, 0, answer.length), before);
      return;
    }
    Resource object = Answers.resource(answer);
    if (remains(object)) {
      informer.wrote(object);
    } else {
      informer.deleted(object);
    }
  }

  private static boolean remains(Resource object) {
    boolean graceful = !object.text(GRACE).orElse("0").equals("0");
    return object.terminating() && (graceful || object.hasFinalizers());
  }
}
