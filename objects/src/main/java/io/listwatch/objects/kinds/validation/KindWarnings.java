package io.listwatch.objects.kinds.validation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.objects.schema.NameRule;
import io.listwatch.selector.Quotation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What clients are told about objects in which nothing is wrong, as the reference tells it. */
public final class KindWarnings {
  private static final String PODS = "Pod names and hostnames";

  /** What else the names of some kinds are used in. */
  private static final Map<String, String> NAME_USES =
      Map.of(
          "pods", "the Pod's hostname",
          "cronjobs.batch", PODS,
          "deployments.apps", PODS,
          "jobs.batch", PODS,
          "replicasets.apps", PODS,
          "replicationcontrollers", PODS);

  /** Of a job's completions, more than which are many if they are done at once. */
  private static final int MANY_COMPLETIONS = 100_000;

  private static final int MANY_AT_ONCE = 10_000;

  private KindWarnings() {}

  /**
   * What is to be told about an object that is written.
   *
   * @param resource such as {@code deployments.apps}
   * @param old null if it is new
   */
  public static List<String> of(String resource, ObjectNode next, @Nullable ObjectNode old) {
    Field object = Field.root(next, new ArrayList<>());
    Field before = old == null ? null : KindValidation.before(old);
    var warnings = new ArrayList<String>();
    String use = NAME_USES.get(resource);
    if (before == null && use != null) {
      name(object.at("metadata", "name").text(), use, warnings);
    }
    if (before == null || isChanged(resource, object, before)) {
      warnings.addAll(ofPods(resource, looked(resource, object, before), before == null));
    }
    content(resource, object, before, warnings);
    return warnings;
  }

  /** Templates are looked at again whenever there is something new about their owners. */
  private static boolean isChanged(String resource, Field next, Field before) {
    return !count(resource, next).alike(count(resource, before));
  }

  /** Of a controller of the oldest kind the reference looks at the template that it had. */
  private static Field looked(String resource, Field object, @Nullable Field before) {
    return before != null && resource.equals("replicationcontrollers") ? before : object;
  }

  private static Field count(String resource, Field object) {
    return resource.equals("daemonsets.apps")
        ? object.at("metadata", "annotations", "deprecated.daemonset.template.generation")
        : object.at("metadata", "generation");
  }

  private static void name(String name, String use, List<String> warnings) {
    List<String> violations = NameRule.LABEL.violations(name);
    if (!violations.isEmpty()) {
      warnings.add(
          "metadata.name: this is used in %s, which can result in surprising behavior; a DNS label is recommended: [%s]"
              .formatted(use, String.join(" ", violations)));
    }
  }

  private static List<String> ofPods(String resource, Field object, boolean isNew) {
    return switch (resource) {
      case "pods" -> isNew ? PodWarnings.ofPod(object) : List.of();
      case "podtemplates" -> PodWarnings.ofTemplate(object.at("template"));
      case "cronjobs.batch" -> ofJob(object.at("spec", "jobTemplate", "spec"));
      case "jobs.batch" -> ofJob(object.at("spec"));
      case "daemonsets.apps",
          "deployments.apps",
          "replicasets.apps",
          "replicationcontrollers",
          "statefulsets.apps" ->
          PodWarnings.ofTemplate(object.at("spec", "template"));
      default -> List.of();
    };
  }

  private static List<String> ofJob(Field spec) {
    var warnings = new ArrayList<String>();
    boolean many =
        spec.at("completions").number() > MANY_COMPLETIONS
            && spec.at("parallelism").number() > MANY_AT_ONCE;
    if (many && spec.at("completionMode").is("Indexed")) {
      warnings.add(
          spec.path()
              + ": In Indexed Jobs with a number of completions higher than 10^5 and a parallelism"
              + " higher than 10^4, Kubernetes might not be able to track completedIndexes when a"
              + " big number of indexes fail");
    }
    warnings.addAll(PodWarnings.ofTemplate(spec.at("template")));
    return warnings;
  }

  private static void content(
      String resource, Field object, @Nullable Field before, List<String> warnings) {
    switch (resource) {
      case "cronjobs.batch" -> {
        if (before != null && object.at("spec", "schedule").text().contains("TZ")) {
          warnings.add(
              "cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see"
                  + " https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more"
                  + " details");
        }
      }
      case "statefulsets.apps" -> statefulSet(object.at("spec"), before == null, warnings);
      case "persistentvolumes" -> StorageWarnings.volume(object, warnings);
      case "persistentvolumeclaims" -> StorageWarnings.claim(object, warnings);
      case "storageclasses.storage.k8s.io" -> StorageWarnings.storageClass(object, warnings);
      case "csistoragecapacities.storage.k8s.io" -> StorageWarnings.capacity(object, warnings);
      case "csidrivers.storage.k8s.io" -> StorageWarnings.driver(object, before, warnings);
      case "services" -> NetworkWarnings.service(object, warnings);
      case "endpoints" -> NetworkWarnings.endpoints(object, warnings);
      case "endpointslices.discovery.k8s.io" ->
          NetworkWarnings.slice(object, before == null, warnings);
      case "networkpolicies.networking.k8s.io" -> NetworkWarnings.policy(object, warnings);
      case "ingresses.networking.k8s.io" -> {
        if (before == null) {
          NetworkWarnings.ingress(object, warnings);
        }
      }
      case "nodes" -> node(object.at("spec"), warnings);
      case "runtimeclasses.node.k8s.io" -> runtimeClass(object, warnings);
      case "resourceslices.resource.k8s.io" -> slice(object.at("spec", "driver"), warnings);
      case "resourcequotas" -> {
        if (before == null) {
          quota(object.at("spec", "hard"), warnings);
        }
      }
      default -> {}
    }
  }

  /** The reference calls the place of a claim in two wrong ways. */
  private static void statefulSet(Field spec, boolean isNew, List<String> warnings) {
    for (Field claim : spec.at("volumeClaimTemplates").items()) {
      FieldPath place = isNew ? claim.path() : claim.path().child("Spec");
      StorageWarnings.claimSpec(claim.at("spec"), place, warnings);
    }
    if (spec.at("revisionHistoryLimit").number() < 0) {
      warnings.add(
          "spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >="
              + " 0 is recommended");
    }
  }

  private static void node(Field spec, List<String> warnings) {
    if (spec.at("configSource").present()) {
      warnings.add("spec.configSource: the feature is removed");
    }
    if (!spec.at("externalID").isEmpty()) {
      warnings.add("spec.externalID: this field is deprecated, and is unused by Kubernetes");
    }
    spec.at("podCIDRs").each(each -> AddressWarnings.network(each, warnings));
  }

  private static void runtimeClass(Field runtimeClass, List<String> warnings) {
    Field selector = runtimeClass.at("scheduling", "nodeSelector");
    for (String label : selector.entries().keySet()) {
      NodeLabelWarnings.label(selector.path(), label, warnings);
    }
  }

  private static void slice(Field driver, List<String> warnings) {
    if (!driver.text().equals(driver.text().toLowerCase(Locale.ROOT))) {
      warnings.add(
          "%s: driver names should be lowercase; %s contains uppercase characters"
              .formatted(driver.path(), Quotation.of(driver.text())));
    }
  }

  /** Who may ask for more than is allowed asks in vain. */
  private static void quota(Field hard, List<String> warnings) {
    for (String resource : List.of("cpu", "memory", "storage", "ephemeral-storage")) {
      String asked = "requests." + resource;
      boolean bare = hard.at(asked).absent() && !resource.endsWith("storage");
      Field request = hard.at(bare ? resource : asked);
      Field limit = hard.at("limits." + resource);
      if (request.present() && limit.present() && request.amount().compareTo(limit.amount()) > 0) {
        warnings.add(
            "ResourceQuota %s (%s) should be less than limits.%s (%s)"
                .formatted(
                    bare ? resource : asked,
                    ResourceRules.shown(request),
                    resource,
                    ResourceRules.shown(limit)));
      }
    }
  }

  /** What is to be told about an object whose status is written. */
  public static List<String> ofStatus(String resource, ObjectNode next) {
    Field status = Field.root(next, new ArrayList<>()).at("status");
    var warnings = new ArrayList<String>();
    switch (resource) {
      case "pods" -> {
        status.at("podIPs").each(each -> AddressWarnings.address(each.at("ip"), warnings));
        status.at("hostIPs").each(each -> AddressWarnings.address(each.at("ip"), warnings));
      }
      case "services", "ingresses.networking.k8s.io" -> NetworkWarnings.reached(status, warnings);
      default -> {}
    }
    return warnings;
  }
}
