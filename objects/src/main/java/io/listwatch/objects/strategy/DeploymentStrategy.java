package io.listwatch.objects.strategy;

import io.listwatch.objects.apply.FieldSet;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.metadata.Metadata;

/**
 * The strategy of Deployments: a change of annotations increments the generation, and an update of
 * the status keeps the labels.
 */
final class DeploymentStrategy extends BuiltInStrategy {
  DeploymentStrategy(WrittenKind kind) {
    super(kind);
  }

  @Override
  boolean differs(JsonObject next, JsonObject old) {
    return super.differs(next, old)
        || !next.at("/metadata/annotations").equals(old.at("/metadata/annotations"));
  }

  @Override
  public void prepareStatusUpdate(JsonObject next, JsonObject old) {
    super.prepareStatusUpdate(next, old);
    Metadata.of(next).copy(Metadata.of(old), "labels");
  }

  @Override
  public FieldSet untouchedByStatus() {
    return FieldSet.ofMembers("spec", "metadata.labels");
  }
}
