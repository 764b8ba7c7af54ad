package io.listwatch.client;

import io.listwatch.informer.Informer;
import io.listwatch.json.JsonPath;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import org.jspecify.annotations.Nullable;

/**
 * Reports the responses to writes to an informer, so that it shows them before its watch delivers
 * them.
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

  /** Returns the informer's state of an object before its deletion. */
  @Nullable Resource before(ResourceKey key) {
    return informer.snapshot().get(key);
  }

  /** Ignores dry runs, and subresources of another kind such as {@code Scale}. */
  void wrote(ResourceScope scope, Resource answer) {
    String kind = answer.kind();
    if (!scope.writes().dryRun() && (kind.isEmpty() || kind.equals(scope.type().kind()))) {
      informer.wrote(answer);
    }
  }

  /**
   * Handles the response to a deletion: a {@code Status} if the object is gone, else the object,
   * either terminating, if finalizers or a grace period hold it, or in its last state.
   */
  void deleted(ResourceScope scope, ResourceKey key, @Nullable Resource before, byte[] answer) {
    if (scope.writes().dryRun() || !scope.subresource().isEmpty()) {
      return;
    }
    if ("Status".equals(KIND.text(answer, 0, answer.length))) {
      informer.deleted(key, UID.text(answer, 0, answer.length), before);
      return;
    }
    Resource object = Responses.resource(answer);
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
