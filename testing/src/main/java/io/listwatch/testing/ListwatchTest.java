package io.listwatch.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives a test class an API server, empty and in memory. Parameters of methods and constructors,
 * and fields that are neither final nor set, are given what they ask for by their type: the {@link
 * TestServer}, or a client of it from a library that the test has (see {@link TestServer#client}).
 *
 * <pre>{@code
 * @ListwatchTest
 * class MyControllerTest {
 *   @Test
 *   void reconciles(KubernetesClient client) {
 *     …
 *   }
 * }
 * }</pre>
 *
 * <p>When a test fails, what was asked of the server and what changed in it is printed on standard
 * error.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ListwatchExtension.class)
public @interface ListwatchTest {
  /** Who shares the server. */
  ServerScope scope() default ServerScope.CLASS;

  /** Whether clients talk to it with TLS and certificates. */
  boolean tls() default false;

  /**
   * Whether it finishes deletions by itself, as a cluster does: of namespaces and of what is owned.
   */
  boolean controllers() default true;

  /**
   * YAML of objects that there shall be before the first test, such as custom resource definitions,
   * which are served by then: names of resources on the class path, or else of files.
   */
  String[] manifests() default {};

  /** What is done about watches and threads that are left behind. */
  LeakCheck leaks() default LeakCheck.WARN;
}
