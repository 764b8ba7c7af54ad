package io.listwatch.testing;

/** Who shares a server. */
public enum ServerScope {
  /** Each test method has one of its own. */
  METHOD,

  /** The methods of a test class, and of the classes nested in it that say nothing themselves. */
  CLASS,

  /**
   * All tests of the JVM that ask for one like it. Each method is given a namespace of its own,
   * which its clients work in unless told otherwise and which is deleted afterwards; what has no
   * namespace, and what manifests define, is shared.
   */
  JVM
}
