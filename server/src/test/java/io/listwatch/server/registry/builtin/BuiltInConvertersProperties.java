package io.listwatch.server.registry.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.schema.BuiltInForm;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.Trees;
import io.listwatch.server.registry.conversion.VersionConverter;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Converting an object to another version and back yields the same object. */
final class BuiltInConvertersProperties {
  private static final ResourceType OLD_SCALER =
      ResourceType.namespaced(
          "autoscaling/v1", "HorizontalPodAutoscaler", "horizontalpodautoscalers");
  private static final ResourceType SCALER =
      ResourceType.namespaced(
          "autoscaling/v2", "HorizontalPodAutoscaler", "horizontalpodautoscalers");
  private static final ResourceType EVENT = ResourceType.namespaced("v1", "Event", "events");
  private static final ResourceType NEW_EVENT =
      ResourceType.namespaced("events.k8s.io/v1", "Event", "events");

  @Property(tries = 500)
  void v1AutoscalerSurvivesRoundTrip(@ForAll long seed) {
    comesBack(new AutoscalerConverter(), OLD_SCALER, SCALER, new Random(seed));
  }

  @Property(tries = 500)
  void eventOfEventsGroupSurvivesRoundTrip(@ForAll long seed) {
    comesBack(new EventConverter(), NEW_EVENT, EVENT, new Random(seed));
  }

  private static void comesBack(
      VersionConverter converter, ResourceType served, ResourceType stored, Random random) {
    var form = new BuiltInForm(BuiltInTypes.load().find(served).orElseThrow());
    JsonObject object = Trees.ofType(BuiltInTypes.load().find(served).orElseThrow(), random, 4);
    object.putObject("metadata").put("name", "a").put("namespace", "b");
    // The utilization is also stored in an annotation, from which it would come back.
    if (object.get("status") instanceof JsonObject status) {
      status.remove("currentCPUUtilizationPercentage");
    }
    // A stored autoscaler always has a target, so the v1 object must have one.
    if (served.equals(OLD_SCALER)) {
      object.withObject("spec").put("targetCPUUtilizationPercentage", random.nextInt(1, 100));
    }
    object.put("kind", served.kind()).put("apiVersion", served.apiVersion());
    JsonObject before = form.normalize(object);

    JsonObject kept = converter.store(before.deepCopy(), stored);
    var storedForm = new BuiltInForm(BuiltInTypes.load().find(stored).orElseThrow());
    Resource after = converter.serve(Resource.parse(storedForm.encode(kept)), served);

    assertThat(JsonTrees.read(after.toByteArray())).isEqualTo(before);
  }
}
