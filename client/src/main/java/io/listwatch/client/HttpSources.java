package io.listwatch.client;

import io.listwatch.client.http.HttpTransport;
import io.listwatch.informer.OptionsModifier;
import io.listwatch.informer.SourceProvider;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import io.listwatch.reflector.ListerWatcher;
import org.jspecify.annotations.Nullable;

/** Creates the lister-watchers of an API server's collections, for one {@link ObjectForm}. */
final class HttpSources implements SourceProvider {
  private final HttpTransport transport;
  private final ObjectForm form;

  HttpSources(HttpTransport transport, ObjectForm form) {
    this.transport = transport;
    this.form = form;
  }

  @Override
  public ListerWatcher source(ResourceType type, @Nullable String namespace) {
    return new HttpListerWatcher(transport, type, namespace, form, OptionsModifier.NOTHING);
  }

  @Override
  public Resource delivered(Resource written) {
    return form == ObjectForm.METADATA ? Resource.parse(written.partialMetadata()) : written;
  }
}
