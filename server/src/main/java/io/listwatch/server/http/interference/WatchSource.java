package io.listwatch.server.http.interference;

import io.listwatch.model.ListOptions;
import io.listwatch.server.resource.ResourcePage;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.server.resource.ResourceWatch;
import io.listwatch.server.resource.WatchRequest;
import java.util.concurrent.CompletionStage;

/** Opens watches of the resource that a {@link StreamInterference}'s client watches. */
public interface WatchSource {
  /**
   * Opens a watch on the loop of the stream.
   *
   * @param onReadable called on the loop when the next poll may return more than the last one
   */
  ResourceWatch watch(WatchRequest request, Runnable onReadable);

  CompletionStage<ResourcePage> list(ResourceScope scope, ListOptions options);
}
