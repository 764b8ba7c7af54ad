package io.listwatch.fabric8;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.Client;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Informable;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.impl.SharedInformerFactoryImpl;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A proxy of a fabric8 client, or of an operation that a client has returned. Passes every call to
 * its target, wraps clients and operations that the target returns, and replaces informers.
 *
 * <p>Thread-safe.
 */
final class DslProxy implements InvocationHandler {
  /** Methods that return an operation on one resource, and whose return type is a type variable. */
  private static final Set<String> SINGLE_RESOURCES = Set.of("withName", "resource", "load");

  private final Object target;
  private final ClientInformers informers;
  private final Map<String, Function<HasMetadata, List<String>>> indexers;

  private DslProxy(
      Object target,
      ClientInformers informers,
      Map<String, Function<HasMetadata, List<String>>> indexers) {
    this.target = target;
    this.informers = informers;
    this.indexers = indexers;
  }

  /**
   * Returns a proxy.
   *
   * @param expected the type that the caller expects
   */
  static Object of(Object target, Class<?> expected, ClientInformers informers) {
    return new DslProxy(target, informers, Map.of()).proxy(expected);
  }

  private Object proxy(Class<?> expected) {
    Class<?> type = target.getClass();
    return Proxy.newProxyInstance(type.getClassLoader(), ProxyInterfaces.of(type, expected), this);
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] optionalArguments)
      throws Throwable {
    Object[] arguments = optionalArguments == null ? new Object[0] : optionalArguments;
    return switch (method.getName()) {
      case "runnableInformer" -> runnable(method, arguments);
      case "inform" -> inform(method, arguments);
      case "informers" -> factory(proxy, method, arguments);
      case "close" -> close(method, arguments);
      case "equals" -> arguments.length == 1 ? isSame(arguments[0]) : pass(method, arguments);
      default -> pass(method, arguments);
    };
  }

  private @Nullable Object runnable(Method method, Object[] arguments) throws Throwable {
    InformedOperation operation = ours();
    return operation == null
        ? call(method, arguments)
        : informers.create(operation, (Long) arguments[0], indexers);
  }

  @SuppressWarnings({"rawtypes", "unchecked"}) // The compiler has checked the caller's handler.
  private @Nullable Object inform(Method method, Object[] arguments) throws Throwable {
    InformedOperation operation = ours();
    if (operation == null) {
      return call(method, arguments);
    }
    long resync = arguments.length == 2 ? (Long) arguments[1] : 0;
    SharedIndexInformer informer = informers.create(operation, resync, indexers);
    if (arguments.length > 0 && arguments[0] instanceof ResourceEventHandler handler) {
      informer.addEventHandler(handler);
    }
    return informer.run();
  }

  /** Returns null if fabric8's own informer has to be used. */
  private @Nullable InformedOperation ours() {
    InformedOperation operation = InformedOperation.of(target);
    return operation == null || !informers.covers(operation.type()) ? null : operation;
  }

  private @Nullable Object factory(Object proxy, Method method, Object[] arguments)
      throws Throwable {
    return proxy instanceof KubernetesClient client
        ? new SharedInformerFactoryImpl(client)
        : call(method, arguments);
  }

  private @Nullable Object close(Method method, Object[] arguments) throws Throwable {
    if (target instanceof Client) {
      informers.close();
    }
    return call(method, arguments);
  }

  private boolean isSame(@Nullable Object other) {
    boolean isProxy = other != null && Proxy.isProxyClass(other.getClass());
    Object handler = isProxy ? Proxy.getInvocationHandler(other) : null;
    return handler instanceof DslProxy proxy ? proxy.target.equals(target) : target.equals(other);
  }

  private @Nullable Object pass(Method method, Object[] arguments) throws Throwable {
    Object result = call(method, arguments);
    if (result instanceof HasMetadata object && OwnWrite.is(target, method, arguments)) {
      informers.wrote(object);
    }
    if (result == null || !isWrapped(result) || leavesWrapper(method, arguments)) {
      return result;
    }
    return wrap(result, method, arguments);
  }

  private static boolean isWrapped(Object result) {
    return result instanceof Client || result instanceof Informable;
  }

  /**
   * True if the call asks for a class of fabric8's implementation, which a proxy cannot extend, or
   * for a shard, which our lists and watches cannot request.
   */
  private static boolean leavesWrapper(Method method, Object[] arguments) {
    return switch (method.getName()) {
      case "adapt" -> arguments[0] instanceof Class<?> type && !type.isInterface();
      case "withShardSelector" -> arguments[0] != null;
      default -> false;
    };
  }

  @SuppressWarnings("unchecked") // withIndexers has one parameter, of this type.
  private Object wrap(Object result, Method method, Object[] arguments) {
    var next =
        method.getName().equals("withIndexers")
            ? (Map<String, Function<HasMetadata, List<String>>>) arguments[0]
            : indexers;
    return new DslProxy(result, informers, next).proxy(expected(result, method, arguments));
  }

  /**
   * Returns the type that the caller expects of a result. If the method's return type is a type
   * variable, it stands for a collection, except in {@link #SINGLE_RESOURCES}. Those need no
   * expected type, because {@link ProxyInterfaces} puts the interfaces of single resources first.
   */
  private static Class<?> expected(Object result, Method method, Object[] arguments) {
    if (method.getName().equals("adapt")) {
      return (Class<?>) arguments[0];
    }
    boolean isCollection =
        result instanceof MixedOperation && !SINGLE_RESOURCES.contains(method.getName());
    return method.getReturnType() == Object.class && isCollection
        ? MixedOperation.class
        : method.getReturnType();
  }

  private @Nullable Object call(Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException failure) {
      throw failure.getTargetException();
    }
  }
}
