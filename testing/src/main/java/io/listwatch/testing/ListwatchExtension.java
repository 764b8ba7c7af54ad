package io.listwatch.testing;

import io.listwatch.testing.seam.ServerSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * The JUnit extension behind {@link ListwatchTest}. Starts a {@link TestServer} when a test first
 * needs it or a client of it, and closes it at the end of its {@link ServerScope}.
 */
public final class ListwatchExtension
    implements ParameterResolver,
        BeforeAllCallback,
        BeforeEachCallback,
        AfterEachCallback,
        AfterAllCallback {
  private static final Namespace NAMESPACE = Namespace.create(ListwatchExtension.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return knows(parameter.getParameter().getType());
  }

  private static boolean knows(Class<?> type) {
    return type.equals(TestServer.class) || Clients.knows(type);
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return value(context, parameter.getParameter().getType());
  }

  private static Object value(ExtensionContext context, Class<?> type) {
    TestServer server = server(context);
    return type.equals(TestServer.class) ? server : server.client(type);
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    if (settings(context).scope() != ServerScope.METHOD) {
      fields(context)
          .ofClass(
              context.getRequiredTestClass(),
              ListwatchExtension::knows,
              type -> value(context, type));
      context.getTestInstances().ifPresent(unused -> fillInstances(context));
    }
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    fillInstances(context);
    Running running = store(context).get(key(context), Running.class);
    if (running != null) {
      running.server.mark(context.getDisplayName());
    }
  }

  private static void fillInstances(ExtensionContext context) {
    for (Object instance : context.getRequiredTestInstances().getAllInstances()) {
      fields(context).ofInstance(instance, ListwatchExtension::knows, type -> value(context, type));
    }
  }

  private static InjectedFields fields(ExtensionContext context) {
    return store(outermost(context))
        .getOrComputeIfAbsent(
            InjectedFields.class, unused -> new InjectedFields(), InjectedFields.class);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    printIfFailed(context);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    printIfFailed(context);
  }

  /** Prints the journal of a failed test's server, if a server was started. */
  private static void printIfFailed(ExtensionContext context) {
    Running running = store(context).get(key(context), Running.class);
    if (running != null && context.getExecutionException().isPresent()) {
      print(context.getDisplayName() + " failed. The server's journal:", running.server.journal());
      JournalFile.write(context, running.server)
          .ifPresent(file -> System.err.println("The journal as a page: " + file.toUri()));
    }
  }

  private static void print(String title, List<String> lines) {
    System.err.println(title + "\n  " + String.join("\n  ", lines));
  }

  private static TestServer server(ExtensionContext context) {
    return switch (settings(context).scope()) {
      case METHOD -> running(method(context)).server;
      case CLASS -> running(annotated(context)).server;
      case JVM -> inNamespace(context).server;
    };
  }

  private static ExtensionContext method(ExtensionContext context) {
    if (context.getTestMethod().isEmpty()) {
      throw new ParameterResolutionException(
          "scope: METHOD (expected: CLASS or JVM, to inject into a constructor or a method that"
              + " runs once for all tests; METHOD injects into test methods and fields)");
    }
    return context;
  }

  /**
   * Returns the context of the nearest class with the annotation, or else of the outermost class.
   */
  private static ExtensionContext annotated(ExtensionContext context) {
    ExtensionContext found = context;
    while (!isAnnotated(found) && isNested(found)) {
      found = found.getParent().orElseThrow();
    }
    return found;
  }

  private static boolean isAnnotated(ExtensionContext context) {
    return context.getTestMethod().isEmpty()
        && AnnotationSupport.isAnnotated(context.getTestClass(), ListwatchTest.class);
  }

  /** True if the class is nested in another test class. */
  private static boolean isNested(ExtensionContext context) {
    return context.getParent().flatMap(ExtensionContext::getTestClass).isPresent();
  }

  private static ExtensionContext outermost(ExtensionContext context) {
    ExtensionContext found = context;
    while (isNested(found)) {
      found = found.getParent().orElseThrow();
    }
    return found;
  }

  private static Running running(ExtensionContext context) {
    ListwatchTest settings = settings(context);
    return store(context)
        .getOrComputeIfAbsent(
            key(context), unused -> Running.start(settings, context), Running.class);
  }

  /**
   * Returns the JVM's shared server, seen from a namespace that belongs to this method or class.
   */
  private static Running inNamespace(ExtensionContext context) {
    ListwatchTest settings = settings(context);
    Running shared =
        store(context.getRoot())
            .getOrComputeIfAbsent(
                new ServerSettings(
                    settings.tls() || settings.rbac(),
                    settings.controllers(),
                    settings.rbac(),
                    settings.workloads() ? settings.nodes() : 0),
                unused -> Running.start(settings, context),
                Running.class);
    return store(context)
        .getOrComputeIfAbsent(
            key(context), unused -> shared.inNewNamespace(context, settings), Running.class);
  }

  /**
   * Returns the key of the test's server in JUnit's store. It contains the unique ID because a
   * store also shows its parents' entries, and a nested class may have its own server.
   */
  private static String key(ExtensionContext context) {
    boolean shared = settings(context).scope() == ServerScope.CLASS;
    return (shared ? annotated(context) : context).getUniqueId();
  }

  private static ListwatchTest settings(ExtensionContext context) {
    for (Class<?> type = context.getTestClass().orElse(null);
        type != null;
        type = type.getEnclosingClass()) {
      Optional<ListwatchTest> found = AnnotationSupport.findAnnotation(type, ListwatchTest.class);
      if (found.isPresent()) {
        return found.get();
      }
    }
    return DefaultSettings.class.getAnnotation(ListwatchTest.class);
  }

  private static Store store(ExtensionContext context) {
    return context.getStore(NAMESPACE);
  }

  /**
   * Carries the default settings, for classes that register the extension without the annotation.
   */
  @ListwatchTest
  private static final class DefaultSettings {}

  /**
   * A started server, as JUnit's store closes it: JUnit 5.13 and later by {@code AutoCloseable},
   * older versions by {@code CloseableResource}.
   */
  @SuppressWarnings("deprecation")
  private record Running(TestServer server, LeakCheck leaks, LeakDetector detector)
      implements AutoCloseable, Store.CloseableResource {
    static Running start(ListwatchTest settings, ExtensionContext context) {
      var detector = new LeakDetector(context.getExecutionMode() == ExecutionMode.SAME_THREAD);
      var builder = TestServer.builder();
      if (settings.tls()) {
        builder.tls();
      }
      if (settings.rbac()) {
        builder.rbac();
      }
      if (!settings.controllers()) {
        builder.withoutControllers();
      }
      if (settings.workloads()) {
        builder.workloads(settings.nodes());
      }
      TestServer server = builder.start();
      try {
        // In JVM scope, inNewNamespace applies the manifests to each method's namespace.
        if (settings.scope() != ServerScope.JVM) {
          apply(server, settings, context);
        }
        server.keep();
      } catch (RuntimeException failure) {
        server.close();
        throw failure;
      }
      return new Running(server, settings.leaks(), detector);
    }

    private static void apply(TestServer server, ListwatchTest settings, ExtensionContext context) {
      for (String name : settings.manifests()) {
        server.apply(Manifests.read(context.getRequiredTestClass(), name));
      }
    }

    Running inNewNamespace(ExtensionContext context, ListwatchTest settings) {
      TestServer own = server.inNewNamespace();
      apply(own, settings, context);
      return new Running(own, LeakCheck.OFF, detector);
    }

    @Override
    public void close() {
      try {
        if (leaks != LeakCheck.OFF) {
          report(detector.findLeaks(server, patience()));
        }
      } finally {
        server.close();
      }
    }

    private Duration patience() {
      return leaks == LeakCheck.FAIL ? LeakDetector.LONG_PATIENCE : LeakDetector.SHORT_PATIENCE;
    }

    private void report(List<String> found) {
      if (found.isEmpty()) {
        return;
      }
      print("A test leaked watches or threads:", found);
      if (leaks == LeakCheck.FAIL) {
        throw new AssertionError("leaked: " + found);
      }
    }
  }
}
