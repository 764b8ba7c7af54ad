package io.listwatch.objects.strategy;

import io.listwatch.objects.json.JsonValue;
import java.util.HashSet;
import java.util.Set;

/**
 * The secrets that pods of a service account may use, if the account has the annotation {@code
 * kubernetes.io/enforce-mountable-secrets}.
 */
public final class MountableSecrets {
  private static final String ANNOTATION = "kubernetes.io/enforce-mountable-secrets";

  /** The spellings of true that Go's {@code strconv.ParseBool} accepts. */
  private static final Set<String> TRUE = Set.of("1", "t", "T", "TRUE", "true", "True");

  private final JsonValue spec;
  private final Set<String> secrets;
  private final Set<String> pullSecrets;
  private final String account;

  private MountableSecrets(JsonValue spec, JsonValue account) {
    this.spec = spec;
    this.secrets = names(account.path("secrets"));
    this.pullSecrets = names(account.path("imagePullSecrets"));
    this.account = account.path("metadata").path("name").asText();
  }

  /** Returns why a new pod is rejected; empty if it is not. */
  public static String objection(JsonValue spec, JsonValue account) {
    return isEnforced(account) ? new MountableSecrets(spec, account).objection() : "";
  }

  /** Returns why the ephemeral containers of a pod are rejected; empty if they are not. */
  public static String ephemeralObjection(JsonValue spec, JsonValue account) {
    return isEnforced(account)
        ? new MountableSecrets(spec, account)
            .objection("ephemeralContainers", "ephemeral container")
        : "";
  }

  private static boolean isEnforced(JsonValue account) {
    return TRUE.contains(account.path("metadata").path("annotations").path(ANNOTATION).asText());
  }

  private static Set<String> names(JsonValue references) {
    var names = new HashSet<String>();
    references.forEach(each -> names.add(each.path("name").asText()));
    return names;
  }

  private String objection() {
    for (JsonValue each : spec.path("volumes")) {
      String name = each.path("secret").path("secretName").asText();
      if (each.hasNonNull("secret") && !secrets.contains(name)) {
        return "volume with secret.secretName=\"%s\"".formatted(name) + unreferenced("secret");
      }
    }
    String objection = objection("initContainers", "init container");
    if (objection.isEmpty()) {
      objection = objection("containers", "container");
    }
    return objection.isEmpty() ? pullObjection() : objection;
  }

  /**
   * Returns the objection to one of the containers in a list; empty if there is none.
   *
   * @param kind the kind of the containers, for the message
   */
  private String objection(String list, String kind) {
    for (JsonValue container : spec.path(list)) {
      String objection = objection(container);
      if (!objection.isEmpty()) {
        return kind + " " + objection;
      }
    }
    return "";
  }

  private String objection(JsonValue container) {
    String of = container.path("name").asText() + " with ";
    for (JsonValue each : container.path("env")) {
      JsonValue reference = each.path("valueFrom").path("secretKeyRef");
      if (isForeign(reference)) {
        return of + "envVar " + each.path("name").asText() + referencing(reference);
      }
    }
    for (JsonValue each : container.path("envFrom")) {
      if (isForeign(each.path("secretRef"))) {
        return of + "envFrom" + referencing(each.path("secretRef"));
      }
    }
    return "";
  }

  private boolean isForeign(JsonValue reference) {
    return reference.isObject() && !secrets.contains(reference.path("name").asText());
  }

  private String referencing(JsonValue reference) {
    return " referencing secret.secretName=\"%s\"".formatted(reference.path("name").asText())
        + unreferenced("secret");
  }

  private String pullObjection() {
    int index = 0;
    for (JsonValue each : spec.path("imagePullSecrets")) {
      String name = each.path("name").asText();
      if (!pullSecrets.contains(name)) {
        return "imagePullSecrets[%d].name=\"%s\"".formatted(index, name)
            + unreferenced("imagePullSecret");
      }
      index++;
    }
    return "";
  }

  private String unreferenced(String what) {
    return " is not allowed because service account %s does not reference that %s"
        .formatted(account, what);
  }
}
