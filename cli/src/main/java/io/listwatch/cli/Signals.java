package io.listwatch.cli;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The signals that ask the program to end. Java offers them only by a package that is not part of
 * the platform's promise, so it is reached by name, and a Java without it ends as Java does.
 */
final class Signals {
  private static final Logger log = LoggerFactory.getLogger(Signals.class);

  private Signals() {}

  /**
   * Runs {@code action} on a thread of the JVM's each time the terminal or the system asks to end.
   */
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
