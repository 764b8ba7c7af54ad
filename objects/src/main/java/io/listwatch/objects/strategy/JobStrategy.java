package io.listwatch.objects.strategy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.objects.metadata.Metadata;

/** Jobs: their pods are told apart from those of others by the job's own uid. */
final class JobStrategy extends BuiltInStrategy {
  private static final String UID = "batch.kubernetes.io/controller-uid";
  private static final String NAME = "batch.kubernetes.io/job-name";

  /** What these labels were called before, which is still read. */
  private static final String OLD_UID = "controller-uid";

  private static final String OLD_NAME = "job-name";

  JobStrategy(WrittenKind kind) {
    super(kind);
  }

  @Override
  public void prepareCreate(ObjectNode object) {
    super.prepareCreate(object);
    ObjectNode spec = object.withObjectProperty("spec");
    if (!spec.path("manualSelector").asBoolean()) {
      select(spec, Metadata.of(object));
    }
    ObjectNode metadata = Metadata.of(object).node();
    ObjectNode labels = spec.withObjectProperty("template").withObjectProperty("metadata");
    if (metadata.path("labels").isEmpty() && !labels.path("labels").isEmpty()) {
      metadata.set("labels", labels.get("labels").deepCopy());
    }
  }

  private static void select(ObjectNode spec, Metadata job) {
    ObjectNode labels =
        spec.withObjectProperty("template")
            .withObjectProperty("metadata")
            .withObjectProperty("labels");
    if (!labels.has(OLD_NAME)) {
      labels.put(OLD_NAME, job.name());
    }
    labels.put(OLD_UID, job.uid()).put(NAME, job.name()).put(UID, job.uid());
    ObjectNode selected = spec.withObjectProperty("selector").withObjectProperty("matchLabels");
    if (!selected.has(UID)) {
      selected.put(UID, job.uid());
    }
  }
}
