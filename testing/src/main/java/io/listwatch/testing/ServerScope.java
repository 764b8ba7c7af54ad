package io.listwatch.testing;

/** The tests that share one server. */
public enum ServerScope {
  /** Each test method has its own server. */
  METHOD,

  /**
   * The methods of a test class share a server, together with nested classes that have no
   * annotation of their own.
   */
  CLASS,

  /**
   * All tests of the JVM with the same settings ({@code tls}, {@code rbac}, {@code controllers},
   * {@code workloads} and {@code nodes}) share a server. Each method gets its own namespace, which
   * is its clients' default and is deleted afterwards. Cluster-scoped objects and definitions are
   * shared.
   */
  JVM
}
