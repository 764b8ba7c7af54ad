package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Validates StatefulSets. */
final class StatefulSetRules implements ValidationRules {
  /** Mutable members of the spec. */
  private static final List<String> CHANGEABLE =
      List.of(
          "replicas",
          "ordinals",
          "template",
          "updateStrategy",
          "revisionHistoryLimit",
          "persistentVolumeClaimRetentionPolicy",
          "minReadySeconds");

  @Override
  public void check(Field set) {
    checkSpec(set.at("spec"), true);
  }

  private static void checkSpec(Field spec, boolean created) {
    checkPolicies(spec);
    if (created) {
      spec.at("volumeClaimTemplates").each(claim -> ClaimRules.checkSpec(claim.at("spec")));
    }
    spec.checkDeclared("replicas", "minReadySeconds");
    spec.at("ordinals").checkDeclared("start");
    if (created) {
      spec.at("serviceName").mayMatch(TextForm.DNS_LABEL);
    }
    if (WorkloadRules.checkSelector(spec, "statefulset", "")) {
      Field template = withClaims(spec);
      PodTemplateRules.checkSelected(template, spec.at("selector"));
      PodTemplateRules.check(template);
      checkMetadataAgain(template);
    }
    PodTemplateRules.checkAlwaysRestarts(spec.at("template"), "StatefulSet");
  }

  private static void checkPolicies(Field spec) {
    Field management = spec.at("podManagementPolicy");
    if (!management.isEmpty() && !List.of("OrderedReady", "Parallel").contains(management.text())) {
      management.invalid("must be 'OrderedReady' or 'Parallel'");
    }
    checkStrategy(spec.at("updateStrategy"));
    spec.at("persistentVolumeClaimRetentionPolicy").checkDeclared("whenDeleted", "whenScaled");
  }

  private static void checkStrategy(Field strategy) {
    Field rolling = strategy.at("rollingUpdate");
    switch (strategy.at("type").text()) {
      case "" -> {}
      case "OnDelete" ->
          rolling.ifPresent(
              given ->
                  given.invalid(
                      shownRolling(GoStruct.of(given)),
                      "only allowed for updateStrategy 'RollingUpdate'"));
      case "RollingUpdate" -> checkRolling(rolling);
      default -> strategy.invalid(shownStrategy(strategy), "must be 'RollingUpdate' or 'OnDelete'");
    }
  }

  private static GoStruct shownStrategy(Field strategy) {
    return GoStruct.of(strategy)
        .withText("Type", "type")
        .withStruct("RollingUpdate", "rollingUpdate", StatefulSetRules::shownRolling);
  }

  private static GoStruct shownRolling(GoStruct rolling) {
    return rolling.withNumber("Partition", "partition").with("MaxUnavailable", "maxUnavailable");
  }

  private static void checkRolling(Field rolling) {
    rolling.checkDeclared("partition");
    Field missing = rolling.at("maxUnavailable");
    if (missing.present()) {
      WorkloadRules.share(missing);
      if (WorkloadRules.shareOf(missing) == 0) {
        missing.invalid("cannot be 0");
      }
      WorkloadRules.atMostAll(missing);
    }
  }

  /** Returns the template with a volume for each volume claim template. */
  private static Field withClaims(Field spec) {
    Field template = spec.at("template");
    if (!(template.value() instanceof JsonObject given)
        || !(given.get("spec") instanceof JsonObject pod)) {
      return template;
    }
    JsonObject seen = new JsonObject();
    seen.setAll(pod);
    seen.remove(List.of("hostname", "subdomain"));
    Set<String> claims = new LinkedHashSet<>();
    spec.at("volumeClaimTemplates").each(claim -> claims.add(claim.at("metadata", "name").text()));
    if (!claims.isEmpty()) {
      seen.set("volumes", volumes(pod, claims));
    }
    JsonObject whole = new JsonObject();
    whole.setAll(given);
    whole.set("spec", seen);
    return template.with(whole);
  }

  private static JsonArray volumes(JsonObject pod, Set<String> claims) {
    JsonArray volumes = new JsonArray();
    for (String claim : claims) {
      volumes
          .addObject()
          .put("name", claim)
          .putObject("persistentVolumeClaim")
          .put("claimName", claim);
    }
    for (JsonValue volume : pod.path("volumes")) {
      if (!claims.contains(volume.path("name").asText())) {
        volumes.add(volume);
      }
    }
    return volumes;
  }

  /** kube-apiserver validates this metadata twice. */
  private static void checkMetadataAgain(Field template) {
    Field metadata = template.at("metadata");
    metadata.at("labels").called(template.path().child("labels")).labels();
    MetadataRules.checkAnnotations(
        metadata.at("annotations").called(template.path().child("annotations")));
  }

  @Override
  public void checkChange(Field next, Field old) {
    checkSpec(next.at("spec"), false);
    if (!constant(next.at("spec")).alike(constant(old.at("spec")))) {
      next.at("spec")
          .forbidden(
              "updates to statefulset spec for fields other than 'replicas', 'ordinals',"
                  + " 'template', 'updateStrategy', 'revisionHistoryLimit',"
                  + " 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden");
    }
  }

  private static Field constant(Field spec) {
    return spec.value() instanceof JsonObject given
        ? spec.with(new JsonObject().setAll(given).remove(CHANGEABLE))
        : spec;
  }

  @Override
  public void checkStatus(Field next, Field old) {
    Field status = next.at("status");
    status.checkDeclared(
        "replicas",
        "readyReplicas",
        "currentReplicas",
        "updatedReplicas",
        "availableReplicas",
        "observedGeneration",
        "collisionCount");
    ReplicaRules.checkParts(
        status, "readyReplicas", "currentReplicas", "updatedReplicas", "availableReplicas");
    ReplicaRules.checkAvailable(status, "status.readyReplicas");
    ReplicaRules.checkCollisions(status, old.at("status"));
  }
}
