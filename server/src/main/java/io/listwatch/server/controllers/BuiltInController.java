package io.listwatch.server.controllers;

import java.util.Arrays;
import java.util.Optional;

/** What the server does by itself; each can be switched off. */
public enum BuiltInController {
  /** Empties namespaces that are to go. */
  NAMESPACE_LIFECYCLE("namespace-lifecycle"),

  /** Deletes what nobody owns any more. */
  OWNER_COLLECTION("owner-collection"),

  /** Deletes the objects of custom resources that are to go. */
  DEFINITION_TEARDOWN("definition-teardown"),

  /** Lets storage go that is to be deleted, once nobody uses it. */
  STORAGE_PROTECTION("storage-protection"),

  /** Puts a service account and the server's authority into each namespace. */
  NAMESPACE_FURNITURE("namespace-furniture"),

  /** Makes the system's priority classes and the server's service. */
  CLUSTER_FURNITURE("cluster-furniture");

  private final String word;

  BuiltInController(String word) {
    this.word = word;
  }

  /** The controller that users call so. */
  public static Optional<BuiltInController> named(String word) {
    return Arrays.stream(values()).filter(each -> each.word.equals(word)).findFirst();
  }

  /** What users, logs and metrics call it. */
  @Override
  public String toString() {
    return word;
  }
}
