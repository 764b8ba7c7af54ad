package io.listwatch.server.controllers;

import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceList;
import io.listwatch.model.WatchOptions;
import io.listwatch.reflector.ListerWatcher;
import io.listwatch.reflector.Watch;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.verbs.ResourceVerbs;
import io.listwatch.server.resource.ResourcePage;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.server.resource.WatchRequest;
import io.listwatch.server.resource.WatchRequest.InitialEvents;
import java.util.ArrayList;
import java.util.List;

/**
 * Lists and watches a resource through the verbs, for informers in the server's own process.
 *
 * <p>Threads: the reflector's thread calls.
 */
final class VerbsListerWatcher implements ListerWatcher {
  private final ResourceVerbs verbs;
  private final ResourceDefinition definition;
  private final ReaderLoop loop = new ReaderLoop();

  VerbsListerWatcher(ResourceVerbs verbs, ResourceDefinition definition) {
    this.verbs = verbs;
    this.definition = definition;
  }

  @Override
  public boolean streamsInitialEvents() {
    return false;
  }

  @Override
  public ResourceList list(ListOptions options) throws InterruptedException {
    ResourcePage page = Stages.await(verbs.list(definition, ResourceScope.ALL, options));
    var items = new ArrayList<Resource>();
    List<Resource> batch;
    do {
      batch = Stages.await(page.next());
      items.addAll(batch);
    } while (!batch.isEmpty());
    return new ResourceList(items, List.of(), page.version(), page.continueToken());
  }

  @Override
  public Watch watch(WatchOptions options) {
    var request =
        new WatchRequest(
            ResourceScope.ALL,
            options.labels(),
            options.fields(),
            options.from(),
            InitialEvents.NONE,
            options.bookmarks());
    return new LoopWatch(loop, verbs.watch(definition, request, loop, () -> {}));
  }
}
