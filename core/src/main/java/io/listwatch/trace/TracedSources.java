package io.listwatch.trace;

import io.listwatch.informer.SourceProvider;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import io.listwatch.reflector.ListerWatcher;
import org.jspecify.annotations.Nullable;

/** Wraps every source of a provider in a {@link TracedSource}. */
final class TracedSources implements SourceProvider {
  private final Trace trace;
  private final SourceProvider sources;

  TracedSources(Trace trace, SourceProvider sources) {
    this.trace = trace;
    this.sources = sources;
  }

  @Override
  public ListerWatcher source(ResourceType type, @Nullable String namespace) {
    return new TracedSource(trace, type.plural(), sources.source(type, namespace));
  }

  @Override
  public ListerWatcher leanSource(ResourceType type, @Nullable String namespace) {
    return new TracedSource(trace, type.plural(), sources.leanSource(type, namespace));
  }

  @Override
  public boolean hasLeanSources() {
    return sources.hasLeanSources();
  }

  @Override
  public Resource delivered(Resource written) {
    return sources.delivered(written);
  }
}
