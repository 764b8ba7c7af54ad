package io.listwatch.objects.strategy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.objects.apply.FieldSet;
import io.listwatch.objects.metadata.Metadata;

/**
 * Deployments: changed annotations count up the generation, and an update of the status keeps the
 * labels.
 */
final class DeploymentStrategy extends BuiltInStrategy {
  DeploymentStrategy(WrittenKind kind) {
    super(kind);
  }

  @Override
  boolean differs(ObjectNode next, ObjectNode old) {
    return super.differs(next, old)
        || !next.at("/metadata/annotations").equals(old.at("/metadata/annotations"));
  }

  @Override
  public void prepareStatusUpdate(ObjectNode next, ObjectNode old) {
    super.prepareStatusUpdate(next, old);
    Metadata.of(next).copy(Metadata.of(old), "labels");
  }

  @Override
  public FieldSet untouchedByStatus() {
    return FieldSet.ofMembers("spec", "metadata.labels");
  }
}
