package io.listwatch.objects.kinds.validation;

/** Validates the replica counts in the status of workloads. */
final class ReplicaRules {
  private ReplicaRules() {}

  /**
   * Validates the status of a ReplicaSet or a ReplicationController, which has no {@code
   * terminatingReplicas}.
   */
  static void checkLabeled(Field status) {
    status.checkDeclared(
        "replicas",
        "fullyLabeledReplicas",
        "readyReplicas",
        "availableReplicas",
        "observedGeneration",
        "terminatingReplicas");
    checkParts(status, "fullyLabeledReplicas", "readyReplicas", "availableReplicas");
    checkAvailable(status, "readyReplicas");
  }

  static void checkParts(Field status, String... members) {
    for (String member : members) {
      if (status.at(member).number() > status.at("replicas").number()) {
        status.at(member).invalid("cannot be greater than status.replicas");
      }
    }
  }

  static void checkAvailable(Field status, String readyName) {
    Field available = status.at("availableReplicas");
    if (available.number() > status.at("readyReplicas").number()) {
      available.invalid("cannot be greater than " + readyName);
    }
  }

  static void checkCollisions(Field status, Field old) {
    Field collisions = status.at("collisionCount");
    if (old.at("collisionCount").present()
        && collisions.number() < old.at("collisionCount").number()) {
      collisions.invalid(collisions.number(), "cannot be decremented");
    }
  }
}
