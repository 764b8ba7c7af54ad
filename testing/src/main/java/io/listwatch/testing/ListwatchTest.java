package io.listwatch.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives a test class an empty API server in memory. The extension injects, by type, into parameters
 * of methods and constructors and into non-final fields that are null. The type is {@link
 * TestServer}, or the client type of a library on the test's class path (see {@link
 * TestServer#client}).
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
 * <p>When a test fails, the server's recent requests and changes are printed on standard error.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ListwatchExtension.class)
public @interface ListwatchTest {
  /** The tests that share one server. */
  ServerScope scope() default ServerScope.CLASS;

  /** True if clients use TLS and client certificates. */
  boolean tls() default false;

  /**
   * True if the server authorizes requests by roles and bindings: {@link TestServer#clientAs} may
   * do no more than its roles allow, and a failing test prints the rules that were missing. The
   * injected clients are administrators. Clients use TLS.
   */
  boolean rbac() default false;

  /**
   * True if the server completes deletions as a cluster does: it empties deleted namespaces and
   * collects garbage.
   */
  boolean controllers() default true;

  /**
   * True if workloads run on simulated nodes: Deployments, ReplicaSets and pods become ready.
   * {@link TestServer#behavior} and the annotation {@code workloads.listwatch.io/behavior} choose
   * what pods do.
   */
  boolean workloads() default false;

  /** The number of simulated nodes, if {@link #workloads} run. */
  int nodes() default 1;

  /**
   * YAML manifests to apply before the first test: names of class path resources, or else of files.
   * Custom resources that they define are served before the first test, too.
   */
  String[] manifests() default {};

  /** The reaction to watches and threads that a test leaks. */
  LeakCheck leaks() default LeakCheck.WARN;
}
