package io.listwatch.objects.kinds.validation;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Validates HorizontalPodAutoscalers. */
final class AutoscalerRules implements ValidationRules {
  private static final List<String> TARGET_TYPES = List.of("Utilization", "Value", "AverageValue");
  private static final long MAX_WINDOW_SECONDS = 3600;
  private static final long MAX_PERIOD_SECONDS = 1800;

  /** The member that holds the source of each metric type. */
  private static final Map<String, String> SOURCES =
      Map.of(
          "Object", "object",
          "Pods", "pods",
          "Resource", "resource",
          "External", "external",
          "ContainerResource", "containerResource");

  private static final Map<String, Consumer<Field>> SOURCE_RULES =
      Map.of(
          "object", AutoscalerRules::checkObject,
          "external", AutoscalerRules::checkExternal,
          "pods", AutoscalerRules::checkPods,
          "resource", AutoscalerRules::checkResource,
          "containerResource", AutoscalerRules::checkContainerResource);

  /** The sources in the order in which kube-apiserver looks for them. */
  private static final List<String> SOURCE_ORDER =
      List.of("object", "external", "pods", "resource", "containerResource");

  @Override
  public void check(Field autoscaler) {
    Field spec = autoscaler.at("spec");
    Field min = spec.at("minReplicas");
    Field max = spec.at("maxReplicas");
    min.checkDeclared();
    if (max.number() == 0) {
      max.required("must be set and greater than 0");
    } else if (max.number() < 0) {
      max.invalid("must be greater than or equal to 1");
    }
    if (min.present() && max.number() < min.number()) {
      max.invalid(max.number(), "must be greater than or equal to `minReplicas`");
    }
    checkTarget(spec.at("scaleTargetRef"));
    checkGroup(spec.at("scaleTargetRef"));
    spec.at("metrics").each(AutoscalerRules::checkMetric);
    checkTargetCpu(spec);
    if (min.present() && min.number() == 0 && !canScaleFromZero(spec.at("metrics"))) {
      spec.at("metrics")
          .forbidden(
              "must specify at least one Object or External metric to support scaling to zero"
                  + " replicas");
    }
    spec.at("behavior", "scaleUp").ifPresent(AutoscalerRules::checkBehavior);
    spec.at("behavior", "scaleDown").ifPresent(AutoscalerRules::checkBehavior);
  }

  /**
   * Validates {@code targetCPUUtilizationPercentage} of {@code autoscaling/v1}. kube-apiserver
   * reports it at the metric that {@code autoscaling/v2} has instead.
   */
  private static void checkTargetCpu(Field spec) {
    Field use = spec.at("targetCPUUtilizationPercentage");
    if (use.present() && use.number() < 1) {
      FieldPath metric = spec.at("metrics").path().index(0);
      use.called(metric.child("resource").child("target").child("averageUtilization"))
          .invalid("must be greater than 0");
    }
  }

  /** True if a metric exists even with zero pods: an Object or External metric. */
  private static boolean canScaleFromZero(Field metrics) {
    return metrics.items().stream()
        .map(metric -> metric.at("type").text())
        .anyMatch(type -> type.equals("Object") || type.equals("External"));
  }

  private static void checkTarget(Field reference) {
    reference.at("kind").requireMatch(TextForm.PATH_SEGMENT);
    reference.at("name").requireMatch(TextForm.PATH_SEGMENT);
    Field version = reference.at("apiVersion");
    if (version.text().chars().filter(c -> c == '/').count() > 1) {
      version.invalid("unexpected GroupVersion string: " + version.text());
    }
  }

  /** Only a ReplicationController may be scaled without naming an API group. */
  private static void checkGroup(Field reference) {
    Field version = reference.at("apiVersion");
    if (version.text().indexOf('/') <= 0 && !reference.at("kind").is("ReplicationController")) {
      version.invalid(version.text(), "apiVersion must specify API group");
    }
  }

  private static void checkMetric(Field metric) {
    Field type = metric.at("type");
    if (type.isEmpty()) {
      type.required("must specify a metric source type");
    }
    type.checkDeclared();
    List<String> present =
        SOURCE_ORDER.stream().filter(source -> metric.at(source).present()).toList();
    if (!present.isEmpty()) {
      String first = present.get(0);
      SOURCE_RULES.getOrDefault(first, field -> {}).accept(metric.at(first));
    }
    String expected = SOURCES.getOrDefault(type.text(), "");
    if (expected.isEmpty()) {
      type.checkDeclared();
    } else if (metric.at(expected).absent()) {
      metric.at(expected).required("must populate information for the given metric source");
    }
    if (present.size() != 1) {
      present.stream()
          .filter(source -> !source.equals(expected))
          .map(metric::at)
          .forEach(source -> source.forbidden("must populate the given metric source only"));
    }
  }

  private static void checkObject(Field source) {
    checkTarget(source.at("describedObject"));
    checkMeasured(source);
    Field target = source.at("target");
    if (target.at("value").absent() && target.at("averageValue").absent()) {
      target.at("averageValue").required("must set either a target value or averageValue");
    }
  }

  private static void checkExternal(Field source) {
    checkMeasured(source);
    Field target = source.at("target");
    boolean value = target.at("value").present();
    boolean average = target.at("averageValue").present();
    if (!value && !average) {
      target
          .at("averageValue")
          .required("must set either a target value for metric or a per-pod target");
    } else if (value && average) {
      target
          .at("value")
          .forbidden("may not set both a target value for metric and a per-pod target");
    }
  }

  private static void checkPods(Field source) {
    checkMeasured(source);
    if (source.at("target", "averageValue").absent()) {
      source.at("target", "averageValue").required("must specify a positive target averageValue");
    }
  }

  private static void checkMeasured(Field source) {
    Field name = source.at("metric", "name");
    if (name.isEmpty()) {
      name.required("must specify a metric name");
    } else {
      name.matches(TextForm.PATH_SEGMENT);
    }
    checkQuantities(source.at("target"));
  }

  private static void checkResource(Field source) {
    if (source.at("name").isEmpty()) {
      source.at("name").required("must specify a resource name");
    }
    checkUtilization(source.at("target"));
  }

  private static void checkContainerResource(Field source) {
    Field name = source.at("name");
    if (name.isEmpty()) {
      name.required("must specify a resource name");
    } else {
      ResourceRules.checkContainerName(name, name.text());
    }
    if (source.at("container").isEmpty()) {
      source.at("container").required("must specify a container");
    } else {
      source.at("container").matches(TextForm.DNS_LABEL);
    }
    checkUtilization(source.at("target"));
  }

  private static void checkUtilization(Field target) {
    checkQuantities(target);
    boolean utilization = target.at("averageUtilization").present();
    boolean value = target.at("averageValue").present();
    if (!utilization && !value) {
      target
          .at("averageUtilization")
          .required("must set either a target raw value or a target utilization");
    } else if (utilization && value) {
      target
          .at("averageValue")
          .forbidden("may not set both a target raw value and a target utilization");
    }
  }

  private static void checkQuantities(Field target) {
    Field type = target.at("type");
    if (type.isEmpty()) {
      type.required("must specify a metric target type");
    }
    if (!TARGET_TYPES.contains(type.text())) {
      type.invalid(type.text(), "must be either Utilization, Value, or AverageValue");
    }
    for (String member : List.of("value", "averageValue")) {
      Field quantity = target.at(member);
      if (quantity.present() && quantity.quantity().signum() <= 0) {
        quantity.invalid("must be positive");
      }
    }
    Field utilization = target.at("averageUtilization");
    if (utilization.present() && utilization.number() < 1) {
      utilization.invalid("must be greater than 0");
    }
  }

  private static void checkBehavior(Field rules) {
    Field window = rules.at("stabilizationWindowSeconds");
    if (window.number() < 0) {
      window.invalid("must be greater than or equal to zero");
    }
    if (window.number() > MAX_WINDOW_SECONDS) {
      window.invalid("must be less than or equal to " + MAX_WINDOW_SECONDS);
    }
    rules.checkDeclared("selectPolicy");
    if (rules.at("policies").isEmpty()) {
      rules.at("policies").required("must specify at least one Policy");
    }
    rules.at("policies").each(AutoscalerRules::checkPolicy);
    Field tolerance = rules.at("tolerance");
    if (tolerance.quantity().signum() < 0) {
      tolerance.invalid(ResourceRules.shown(tolerance), "must be greater than or equal to 0");
    }
  }

  private static void checkPolicy(Field policy) {
    policy.checkDeclared("type", "value", "periodSeconds");
    Field period = policy.at("periodSeconds");
    if (period.number() > MAX_PERIOD_SECONDS) {
      period.invalid("must be less than or equal to " + MAX_PERIOD_SECONDS);
    }
  }

  @Override
  public void checkStatus(Field next, Field old) {
    next.at("status").checkDeclared("currentReplicas", "desiredReplicas");
  }
}
