package io.listwatch.testing.isolation;

import io.listwatch.testing.seam.IsolatedServer;
import io.listwatch.testing.seam.ServerFactory;
import io.listwatch.testing.seam.ServerSettings;
import io.listwatch.testing.seam.TestLog;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/**
 * Starts servers in an isolated class loader.
 *
 * <pre>
 *   the test, its clients,     │  io.listwatch.testing.inside, the server,
 *   io.listwatch.testing  ─────┼─▶  its HTTP library, its JSON library, …
 *          ▲              seam │         ▲
 *   the test's class path      │  directories in our own jar
 * </pre>
 *
 * <p>If our classes do not come from that jar, there is no isolation and the server comes from the
 * class path. This happens only while this module itself is built.
 */
public final class Isolation implements ServerFactory {
  private static final String SEAM = "io.listwatch.testing.seam";
  private static final String INSIDE = "io.listwatch.testing.inside";
  private static final String SERVERS = INSIDE + ".MemoryServerFactory";

  private final ClassLoader loader;
  private final ServerFactory servers;

  private Isolation(ClassLoader loader, ServerFactory servers) {
    this.loader = loader;
    this.servers = servers;
  }

  /** Returns the isolation of this JVM (strictly, of the class loader that loaded this class). */
  public static ServerFactory shared() {
    return Shared.ISOLATION;
  }

  private static Isolation create() {
    JarFile jar = ownJar();
    ClassLoader outside = Isolation.class.getClassLoader();
    if (jar == null) {
      return over(outside);
    }
    return over(
        new ServerLoader(
            Libraries.in(jar, locationOf(jar), INSIDE.replace('.', '/')), outside, SEAM));
  }

  /** Isolates the classes that a loader loads. */
  static Isolation over(ClassLoader loader) {
    try {
      Object servers =
          Class.forName(SERVERS, true, loader)
              .getConstructor(TestLog.class)
              .newInstance(Slf4jLog.ofTest());
      return new Isolation(loader, (ServerFactory) servers);
    } catch (ReflectiveOperationException | LinkageError e) {
      throw new IllegalStateException(
          "the server is not in %s (expected: the published jar of listwatch-testing, or its"
                  .formatted(Isolation.class.getProtectionDomain().getCodeSource())
              + " classes with listwatch-server beside them)",
          e);
    }
  }

  /** Returns the jar that contains this class, or null if it comes from a directory. */
  private static @Nullable JarFile ownJar() {
    URL own = Isolation.class.getResource(Isolation.class.getSimpleName() + ".class");
    try {
      return own != null && own.openConnection() instanceof JarURLConnection connection
          ? new JarFile(new File(connection.getJarFileURL().toURI()), false)
          : null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static URL locationOf(JarFile jar) {
    try {
      return new File(jar.getName()).toURI().toURL();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  @Override
  public IsolatedServer start(ServerSettings settings) {
    IsolatedServer server = inside(() -> servers.start(settings));
    return (IsolatedServer)
        Proxy.newProxyInstance(
            Isolation.class.getClassLoader(),
            new Class<?>[] {IsolatedServer.class},
            (proxy, method, arguments) -> inside(() -> invoke(server, method, arguments)));
  }

  private static @Nullable Object invoke(
      IsolatedServer server, Method method, Object @Nullable [] arguments) throws Throwable {
    try {
      return method.invoke(server, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /**
   * Runs a call with the server's class loader as the thread's context class loader. With the
   * test's context class loader, libraries would find the test's services.
   */
  private <T extends @Nullable Object, X extends Throwable> T inside(Call<T, X> call) throws X {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      return call.run();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private interface Call<T extends @Nullable Object, X extends Throwable> {
    T run() throws X;
  }

  /** Initialized on first use. */
  private static final class Shared {
    static final Isolation ISOLATION = create();
  }
}
