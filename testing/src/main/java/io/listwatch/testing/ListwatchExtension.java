package io.listwatch.testing;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Starts a {@link TestServer} when a test class first asks for it, and closes it after the class.
 */
public final class ListwatchExtension implements ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(ListwatchExtension.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType().equals(TestServer.class);
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    // In the store of the class, which closes what is in it; nested classes share that of the
    // outer.
    return classContext(context)
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(
            TestServer.class, type -> new Closing(TestServer.start()), Closing.class)
        .server;
  }

  private static ExtensionContext classContext(ExtensionContext context) {
    ExtensionContext found = context;
    while (found.getParent().flatMap(ExtensionContext::getTestClass).isPresent()) {
      found = found.getParent().orElseThrow();
    }
    return found;
  }

  /** What JUnit closes with the store: versions from 5.13 by the one name, older by the other. */
  @SuppressWarnings("deprecation")
  private record Closing(TestServer server)
      implements AutoCloseable, ExtensionContext.Store.CloseableResource {
    @Override
    public void close() {
      server.close();
    }
  }
}
