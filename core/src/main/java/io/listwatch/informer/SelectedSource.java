package io.listwatch.informer;

import io.listwatch.model.DeltaBases;
import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceList;
import io.listwatch.model.WatchOptions;
import io.listwatch.reflector.ListerWatcher;
import io.listwatch.reflector.Watch;
import java.util.function.Consumer;

/**
 * Restricts a source to a {@link Selection}, by adding its selectors, then applying its modifier,
 * to every request.
 */
final class SelectedSource implements ListerWatcher {
  private final ListerWatcher source;
  private final Selection selection;

  SelectedSource(ListerWatcher source, Selection selection) {
    this.source = source;
    this.selection = selection;
  }

  @Override
  public ResourceList list(ListOptions options) throws InterruptedException {
    return source.list(select(options));
  }

  @Override
  public ResourceList list(ListOptions options, Consumer<? super Resource> objects)
      throws InterruptedException {
    return source.list(select(options), objects);
  }

  private ListOptions select(ListOptions options) {
    ListOptions selected = options.where(selection.labels()).where(selection.fields());
    return selection.modifier().list(selected);
  }

  @Override
  public Watch watch(WatchOptions options) throws InterruptedException {
    return source.watch(select(options));
  }

  @Override
  public Watch watch(WatchOptions options, DeltaBases bases) throws InterruptedException {
    return source.watch(select(options), bases);
  }

  private WatchOptions select(WatchOptions options) {
    WatchOptions selected = options.where(selection.labels()).where(selection.fields());
    return selection.modifier().watch(selected);
  }

  @Override
  public boolean streamsInitialEvents() {
    return source.streamsInitialEvents();
  }
}
