package io.listwatch.server.registry.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import org.junit.jupiter.api.Test;

final class BuiltInConvertersTest {
  private static final ResourceType OLD =
      ResourceType.namespaced(
          "autoscaling/v1", "HorizontalPodAutoscaler", "horizontalpodautoscalers");
  private static final ResourceType NEW =
      ResourceType.namespaced(
          "autoscaling/v2", "HorizontalPodAutoscaler", "horizontalpodautoscalers");
  private static final String SCALER =
      """
      {"kind":"HorizontalPodAutoscaler","apiVersion":"autoscaling/v2",
       "metadata":{"name":"a","namespace":"b","resourceVersion":"7"},
       "spec":{"scaleTargetRef":{"kind":"Deployment","name":"d"},"maxReplicas":5,"metrics":[
         {"type":"Pods","pods":{"metric":{"name":"hits","selector":{"matchLabels":{"x":"y"}}},
           "target":{"type":"AverageValue","averageValue":"10"}}},
         {"type":"External","external":{"metric":{"name":"queue"},
           "target":{"type":"Value","value":"30"}}},
         {"type":"Object","object":{"describedObject":{"kind":"Service","name":"s"},
           "metric":{"name":"rate"},"target":{"type":"Value","value":"2k"}}},
         {"type":"ContainerResource","containerResource":{"name":"memory","container":"c",
           "target":{"type":"Utilization","averageUtilization":60}}},
         {"type":"Resource","resource":{"name":"cpu",
           "target":{"type":"Utilization","averageUtilization":70}}}],
        "behavior":{"scaleDown":{"stabilizationWindowSeconds":60}}},
       "status":{"desiredReplicas":2,"currentReplicas":2,"currentMetrics":[
         {"type":"Resource","resource":{"name":"cpu",
           "current":{"averageUtilization":55,"averageValue":"110m"}}}],
        "conditions":[{"type":"AbleToScale","status":"True"}]}}
      """;

  private final AutoscalerConverter scalers = new AutoscalerConverter();

  /** KindTable reuses a served kind only while its converter is the same instance. */
  @Test
  void returnsSameConverterInstanceAtEachCall() {
    assertThat(BuiltInResources.load())
        .allSatisfy(
            each -> assertThat(BuiltInConverters.of(each)).isSameAs(BuiltInConverters.of(each)));
  }

  @Test
  void v1AutoscalerKeepsV2FieldsInAnnotations() {
    JsonValue old = tree(scalers.serve(Resource.parse(SCALER), OLD));

    assertThat(old.path("apiVersion").asText()).isEqualTo("autoscaling/v1");
    assertThat(old.path("spec").path("targetCPUUtilizationPercentage").asInt()).isEqualTo(70);
    assertThat(old.path("status").path("currentCPUUtilizationPercentage").asInt()).isEqualTo(55);
    assertThat(note(old, "metrics"))
        .contains(
            "{\"type\":\"Pods\",\"pods\":{\"metricName\":\"hits\",\"targetAverageValue\":\"10\","
                + "\"selector\":{\"matchLabels\":{\"x\":\"y\"}}}}",
            "{\"type\":\"External\",\"external\":{\"metricName\":\"queue\",\"targetValue\":\"30\"}}",
            "\"targetAverageUtilization\":60");
    assertThat(note(old, "current-metrics")).contains("\"currentAverageValue\":\"110m\"");
    assertThat(note(old, "conditions")).contains("AbleToScale");
    assertThat(note(old, "behavior")).contains("\"StabilizationWindowSeconds\":60");
  }

  private static String note(JsonValue object, String name) {
    return object
        .path("metadata")
        .path("annotations")
        .path("autoscaling.alpha.kubernetes.io/" + name)
        .asText();
  }

  @Test
  void v1UpdateKeepsV2Fields() {
    Resource old = scalers.serve(Resource.parse(SCALER), OLD);

    JsonObject back = scalers.store((JsonObject) tree(old), NEW);

    assertThat(back).isEqualTo(JsonTrees.read(SCALER));
  }

  @Test
  void ignoresAnnotationsWithMalformedJson() {
    var old =
        (JsonObject)
            JsonTrees.read(
                """
                {"metadata":{"name":"a","annotations":{
                  "autoscaling.alpha.kubernetes.io/metrics":"{[","mine":"1"}},"spec":{}}
                """);

    JsonObject stored = scalers.store(old, NEW);

    assertThat(stored.path("spec").path("metrics").toString())
        .isEqualTo(
            "[{\"type\":\"Resource\",\"resource\":{\"name\":\"cpu\",\"target\":"
                + "{\"type\":\"Utilization\",\"averageUtilization\":80}}}]");
    assertThat(stored.path("metadata").path("annotations").toString())
        .isEqualTo("{\"mine\":\"1\"}");
  }

  @Test
  void fieldSelectorsOfEventsUseTheirStoredNames() {
    var events = new EventConverter();

    assertThat(events.storedField("regarding.name")).isEqualTo("involvedObject.name");
    assertThat(events.storedField("reportingController")).isEqualTo("reportingComponent");
    assertThat(events.storedField("reason")).isEqualTo("reason");
  }

  private static JsonValue tree(Resource object) {
    return JsonTrees.read(object.toByteArray());
  }
}
