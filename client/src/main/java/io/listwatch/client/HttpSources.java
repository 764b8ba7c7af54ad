package io.listwatch.client;

import io.listwatch.client.http.Transport;
import io.listwatch.informer.OptionsModifier;
import io.listwatch.informer.SourceProvider;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import io.listwatch.reflector.ListerWatcher;
import org.jspecify.annotations.Nullable;

/** Creates the lister-watchers of an API server's collections, for one {@link ObjectForm}. */
final class HttpSources implements SourceProvider {
  private final Transport transport;
  private final ObjectForm form;

  HttpSources(Transport transport, ObjectForm form) {
    this.transport = transport;
    this.form = form;
  }

  @Override
  public ListerWatcher source(ResourceType type, @Nullable String namespace) {
    return source(type, namespace, form);
  }

  @Override
  public ListerWatcher leanSource(ResourceType type, @Nullable String namespace) {
    return source(type, namespace, form.lean());
  }

  @Override
  public boolean hasLeanSources() {
    return true;
  }

  private ListerWatcher source(ResourceType type, @Nullable String namespace, ObjectForm as) {
    return new HttpListerWatcher(transport, type, namespace, as, OptionsModifier.NOTHING);
  }

  @Override
  public Resource delivered(Resource written) {
    return form.partial() ? Resource.parse(written.partialMetadata()) : written;
  }
}
