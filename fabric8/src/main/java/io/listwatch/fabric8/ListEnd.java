package io.listwatch.fabric8;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.lang.reflect.Method;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Notifies fabric8 handlers of the end of the first list, by the method that this version of
 * fabric8 has.
 */
final class ListEnd {
  /** Null before fabric8 7.7, which has {@code onNothing} only. */
  private static final @Nullable Method ON_LIST =
      Stream.of(ResourceEventHandler.class.getMethods())
          .filter(method -> method.getName().equals("onList"))
          .findFirst()
          .orElse(null);

  private ListEnd() {}

  @SuppressWarnings("deprecation") // Later versions call onNothing from onList.
  static void notify(ResourceEventHandler<?> handler, String version, boolean empty) {
    if (ON_LIST != null) {
      invoke(ON_LIST, handler, version, empty);
    } else if (empty) {
      handler.onNothing();
    }
  }

  private static void invoke(
      Method onList, ResourceEventHandler<?> handler, String version, boolean empty) {
    try {
      onList.invoke(handler, version, empty);
    } catch (ReflectiveOperationException e) {
      throw new KubernetesClientException("the handler's onList failed", e);
    }
  }
}
