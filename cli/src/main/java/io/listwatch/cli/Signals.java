package io.listwatch.cli;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles SIGINT and SIGTERM. Java has no supported API for signals, so this class calls {@code
 * sun.misc.Signal} by reflection. A JVM without that class stops without a drain.
 */
final class Signals {
  private static final Logger log = LoggerFactory.getLogger(Signals.class);

  private Signals() {}

  /** Runs {@code action} on a JVM thread for each SIGINT or SIGTERM. */
  static void onEnd(Runnable action) {
    for (String name : new String[] {"INT", "TERM"}) {
      try {
        handle(name, action);
      } catch (ReflectiveOperationException | IllegalArgumentException absent) {
        log.warn("SIG{} will end the program without a drain: {}", name, absent.toString());
      }
    }
  }

  private static void handle(String name, Runnable action) throws ReflectiveOperationException {
    Class<?> signalType = Class.forName("sun.misc.Signal");
    Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
    InvocationHandler call =
        (proxy, method, arguments) -> {
          if (method.getName().equals("handle")) {
            action.run();
          }
          return null;
        };
    Object handler =
        Proxy.newProxyInstance(handlerType.getClassLoader(), new Class<?>[] {handlerType}, call);
    Object signal = signalType.getConstructor(String.class).newInstance(name);
    signalType.getMethod("handle", signalType, handlerType).invoke(null, signal, handler);
  }
}
