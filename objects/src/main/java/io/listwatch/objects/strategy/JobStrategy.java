package io.listwatch.objects.strategy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.metadata.Metadata;

/** The strategy of Jobs: generates a selector for the job's uid, and the labels for it. */
final class JobStrategy extends BuiltInStrategy {
  private static final String UID = "batch.kubernetes.io/controller-uid";
  private static final String NAME = "batch.kubernetes.io/job-name";

  /** The former names of the generated labels, which are still read. */
  private static final String OLD_UID = "controller-uid";

  private static final String OLD_NAME = "job-name";

  JobStrategy(WrittenKind kind) {
    super(kind);
  }

  @Override
  public void prepareCreate(JsonObject object) {
    super.prepareCreate(object);
    JsonObject spec = object.withObject("spec");
    if (!spec.path("manualSelector").asBoolean()) {
      select(spec, Metadata.of(object));
    }
    JsonObject metadata = Metadata.of(object).node();
    JsonObject labels = spec.withObject("template").withObject("metadata");
    if (metadata.path("labels").isEmpty() && !labels.path("labels").isEmpty()) {
      metadata.set("labels", labels.path("labels").deepCopy());
    }
  }

  private static void select(JsonObject spec, Metadata job) {
    JsonObject labels = spec.withObject("template").withObject("metadata").withObject("labels");
    if (!labels.has(OLD_NAME)) {
      labels.put(OLD_NAME, job.name());
    }
    labels.put(OLD_UID, job.uid()).put(NAME, job.name()).put(UID, job.uid());
    JsonObject selected = spec.withObject("selector").withObject("matchLabels");
    if (!selected.has(UID)) {
      selected.put(UID, job.uid());
    }
  }
}
