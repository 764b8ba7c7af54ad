package io.listwatch.objects.strategy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.metadata.Metadata;

/**
 * The strategy of DaemonSets. The number of template changes is kept in an annotation, which
 * replaced a field and is still read.
 */
final class DaemonSetStrategy extends BuiltInStrategy {
  private static final String COUNT = "deprecated.daemonset.template.generation";

  DaemonSetStrategy(WrittenKind kind) {
    super(kind);
  }

  @Override
  public void complete(JsonObject object) {
    super.complete(object);
    setCount(object, count(object));
  }

  @Override
  public void prepareCreate(JsonObject object) {
    super.prepareCreate(object);
    setCount(object, Math.max(1, count(object)));
  }

  @Override
  public void prepareUpdate(JsonObject next, JsonObject old) {
    super.prepareUpdate(next, old);
    boolean same = next.at("/spec/template").equals(old.at("/spec/template"));
    setCount(next, same ? count(old) : count(old) + 1);
  }

  @Override
  public void prepareStatusUpdate(JsonObject next, JsonObject old) {
    super.prepareStatusUpdate(next, old);
    setCount(next, count(old));
  }

  /** Returns zero if the annotation is absent or not a number. */
  private static long count(JsonObject object) {
    return Metadata.of(object).node().path("annotations").path(COUNT).asLong();
  }

  private static void setCount(JsonObject object, long count) {
    Metadata.of(object).node().withObject("annotations").put(COUNT, Long.toString(count));
  }
}
