package io.listwatch.official;

import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.informer.ResourceEventHandler;
import io.listwatch.informer.ResourceHandler;
import io.listwatch.informer.View;

/** Passes the notifications of an informer to a handler of the official client, decoded. */
final class EventHandler<T extends KubernetesObject> implements ResourceHandler<T> {
  private final ResourceEventHandler<T> handler;

  EventHandler(ResourceEventHandler<T> handler) {
    this.handler = handler;
  }

  @Override
  public void onAdd(View<T> object, boolean initial) {
    handler.onAdd(object.get());
  }

  @Override
  public void onUpdate(View<T> previous, View<T> current) {
    handler.onUpdate(previous.get(), current.get());
  }

  @Override
  public void onDelete(View<T> last, boolean finalStateUnknown) {
    handler.onDelete(last.get(), finalStateUnknown);
  }
}
