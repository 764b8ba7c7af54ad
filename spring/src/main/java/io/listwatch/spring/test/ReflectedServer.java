package io.listwatch.spring.test;

import java.lang.reflect.InvocationTargetException;
import java.util.Objects;
import org.springframework.beans.factory.DisposableBean;

/**
 * A {@code TestServer}, used by reflection: only applications with tests have {@code
 * listwatch-testing}.
 */
final class ReflectedServer implements DisposableBean {
  private static final String TYPE = "io.listwatch.testing.TestServer";

  private final Object server;

  private ReflectedServer(Object server) {
    this.server = server;
  }

  static ReflectedServer start(ClassLoader loader) {
    try {
      Class<?> type = Class.forName(TYPE, true, loader);
      return new ReflectedServer(Objects.requireNonNull(type.getMethod("start").invoke(null)));
    } catch (ClassNotFoundException missing) {
      throw new IllegalStateException(
          "listwatch-testing: not on the class path (expected: a dependency in scope test)",
          missing);
    } catch (ReflectiveOperationException e) {
      throw failed("start", e);
    }
  }

  /** Returns the server itself. */
  Object bean() {
    return server;
  }

  String address() {
    return String.valueOf(call("address"));
  }

  String namespace() {
    return String.valueOf(call("namespace"));
  }

  private Object call(String method) {
    try {
      return Objects.requireNonNull(server.getClass().getMethod(method).invoke(server));
    } catch (ReflectiveOperationException e) {
      throw failed(method, e);
    }
  }

  void apply(String manifest) {
    try {
      server.getClass().getMethod("apply", String.class).invoke(server, manifest);
    } catch (ReflectiveOperationException e) {
      throw failed("apply", e);
    }
  }

  @Override
  public void destroy() {
    try {
      server.getClass().getMethod("close").invoke(server);
    } catch (ReflectiveOperationException e) {
      throw failed("close", e);
    }
  }

  private static IllegalStateException failed(String method, ReflectiveOperationException e) {
    Throwable cause = e instanceof InvocationTargetException ? e.getCause() : e;
    return new IllegalStateException(TYPE + "." + method + ": " + cause, cause);
  }
}
