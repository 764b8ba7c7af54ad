package io.listwatch.fabric8;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.lang.reflect.Method;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Notifies fabric8 handlers of lists, by the methods that this version of fabric8 has. */
final class ListEvents {
  /** Null before fabric8 7.7. */
  private static final @Nullable Method ON_BEFORE_LIST = method("onBeforeList");

  /** Null before fabric8 7.7, which has {@code onNothing} only. */
  private static final @Nullable Method ON_LIST = method("onList");

  private ListEvents() {}

  private static @Nullable Method method(String name) {
    return Stream.of(ResourceEventHandler.class.getMethods())
        .filter(method -> method.getName().equals(name))
        .findFirst()
        .orElse(null);
  }

  static void before(ResourceEventHandler<?> handler, String version) {
    if (ON_BEFORE_LIST != null) {
      invoke(ON_BEFORE_LIST, handler, version);
    }
  }

  /**
   * Notifies a handler of the end of a list.
   *
   * @param remainedEmpty true if the informer had no object before the list, and has none after it
   */
  @SuppressWarnings("deprecation") // Later versions call onNothing from onList.
  static void after(ResourceEventHandler<?> handler, String version, boolean remainedEmpty) {
    if (ON_LIST != null) {
      invoke(ON_LIST, handler, version, remainedEmpty);
    } else if (remainedEmpty) {
      handler.onNothing();
    }
  }

  private static void invoke(Method method, ResourceEventHandler<?> handler, Object... arguments) {
    try {
      method.invoke(handler, arguments);
    } catch (ReflectiveOperationException e) {
      throw new KubernetesClientException("the handler's " + method.getName() + " failed", e);
    }
  }
}
