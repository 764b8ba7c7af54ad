package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.selector.Quotation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The deprecated annotations for seccomp and AppArmor profiles. Those for seccomp have no effect
 * any more; those for AppArmor are copied into the fields.
 */
public final class ProfileAnnotations {
  private static final String SECCOMP_OF_POD = "seccomp.security.alpha.kubernetes.io/pod";
  private static final String SECCOMP = "container.seccomp.security.alpha.kubernetes.io/";
  private static final String APP_ARMOR = "container.apparmor.security.beta.kubernetes.io/";
  private static final Set<String> SECCOMP_PROFILES =
      Set.of("runtime/default", "docker/default", "unconfined");
  private static final String LOCAL = "localhost/";

  private final Field annotations;
  private final Field spec;

  ProfileAnnotations(Field annotations, Field spec) {
    this.annotations = annotations;
    this.spec = spec;
  }

  // Validation.

  void check() {
    annotations
        .entries()
        .forEach(
            (key, profile) -> {
              if (key.equals(SECCOMP_OF_POD) || key.startsWith(SECCOMP)) {
                checkSeccomp(profile.called(annotations.path().child(key)));
              } else if (key.startsWith(APP_ARMOR)) {
                checkAppArmor(profile, key.substring(APP_ARMOR.length()));
              }
            });
  }

  private static void checkSeccomp(Field profile) {
    String text = profile.text();
    if (text.startsWith(LOCAL)) {
      PathRules.descending(profile.with(JsonValue.of(text.substring(LOCAL.length()))));
    } else if (!SECCOMP_PROFILES.contains(text)) {
      profile.invalid(text, "must be a valid seccomp profile");
    }
  }

  private void checkAppArmor(Field profile, String container) {
    if (containers().stream().noneMatch(each -> each.at("name").is(container))) {
      profile.invalid(container, "container not found");
    }
    String text = profile.text();
    boolean known = text.isEmpty() || text.equals("runtime/default") || text.equals("unconfined");
    if (!known && !text.startsWith(LOCAL)) {
      profile.invalid(text, "invalid AppArmor profile name: " + Quotation.of(text));
    }
  }

  private List<Field> containers() {
    var containers = new ArrayList<Field>();
    for (String member : List.of("initContainers", "containers", "ephemeralContainers")) {
      containers.addAll(spec.at(member).items());
    }
    return containers;
  }

  /** Requires annotation and field to agree where both are set. */
  void checkAgreement() {
    checkSeccompAgreement(SECCOMP_OF_POD, spec);
    containers().forEach(each -> checkSeccompAgreement(SECCOMP + each.at("name").text(), each));
    if (!spec.at("os", "name").is("windows")) {
      containers().forEach(this::checkAppArmorAgreement);
    }
  }

  private void checkSeccompAgreement(String key, Field holder) {
    Field profile = holder.at("securityContext", "seccompProfile");
    JsonValue said = annotations.value().get(key);
    if (profile.present() && said != null) {
      // The name of the default profile when Docker was the only runtime.
      boolean old = said.asText().equals("docker/default");
      checkAgreement("seccomp", profile, old ? "runtime/default" : said.asText());
    }
  }

  private void checkAppArmorAgreement(Field container) {
    Field own = container.at("securityContext", "appArmorProfile");
    Field profile = own.present() ? own : spec.at("securityContext", "appArmorProfile");
    String said = appArmor(container);
    if (profile.present() && said != null) {
      checkAgreement("apparmor", profile.called(own.path()), said);
    }
  }

  private static void checkAgreement(String what, Field profile, String said) {
    String type = profile.at("type").text();
    boolean agreed =
        switch (type) {
          case "Localhost" -> said.startsWith(LOCAL);
          case "Unconfined" -> said.equals("unconfined");
          case "RuntimeDefault" -> said.equals("runtime/default");
          default -> true;
        };
    Field local = profile.at("localhostProfile");
    if (!agreed) {
      profile.at("type").forbidden(what + " type in annotation and field must match");
    } else if (type.equals("Localhost") && !local.is(said.substring(LOCAL.length()))) {
      local.forbidden(what + " profile in annotation and field must match");
    }
  }

  private @Nullable String appArmor(Field container) {
    JsonValue said = annotations.value().get(APP_ARMOR + container.at("name").text());
    return said == null ? null : said.asText();
  }

  /** Rejects any change of the AppArmor annotations. */
  void checkChange(Field old) {
    var now = annotations.entries();
    var before = old.entries();
    before.forEach(
        (key, profile) -> {
          if (key.startsWith(APP_ARMOR) && !profile.alike(annotations.at(key))) {
            place(key).forbidden("may not remove or update AppArmor annotations");
          }
        });
    now.keySet().stream()
        .filter(key -> key.startsWith(APP_ARMOR) && !before.containsKey(key))
        .forEach(key -> place(key).forbidden("may not add AppArmor annotations"));
  }

  private Field place(String key) {
    return annotations.called(annotations.path().key(key));
  }

  // Warnings.

  void warnOfPodSeccomp(List<String> warnings) {
    warnOfSeccomp(SECCOMP_OF_POD, spec, warnings);
  }

  void warnOfSeccomp(Field container, List<String> warnings) {
    warnOfSeccomp(SECCOMP + container.at("name").text(), container, warnings);
  }

  private void warnOfSeccomp(String key, Field holder, List<String> warnings) {
    if (annotations.value().has(key) && holder.at("securityContext", "seccompProfile").absent()) {
      warnings.add(
          place(key).path()
              + ": non-functional in v1.27+; use the \"seccompProfile\" field instead");
    }
  }

  /**
   * Warns about an AppArmor annotation without a field, unless the whole pod has the same profile.
   */
  void warnOfAppArmor(Field container, List<String> warnings) {
    String said = appArmor(container);
    boolean alone = container.at("securityContext", "appArmorProfile").absent();
    if (said != null && alone && !isOfPod(profile(said))) {
      warnings.add(
          place(APP_ARMOR + container.at("name").text()).path()
              + ": deprecated since v1.30; use the \"appArmorProfile\" field instead");
    }
  }

  private boolean isOfPod(@Nullable JsonObject profile) {
    return profile != null && profile.equals(spec.at("securityContext", "appArmorProfile").value());
  }

  private static @Nullable JsonObject profile(String said) {
    JsonObject profile = new JsonObject();
    return switch (said) {
      case "unconfined" -> profile.put("type", "Unconfined");
      case "runtime/default" -> profile.put("type", "RuntimeDefault");
      default ->
          said.startsWith(LOCAL) && said.length() > LOCAL.length()
              ? profile
                  .put("type", "Localhost")
                  .put("localhostProfile", said.substring(LOCAL.length()))
              : null;
    };
  }

  // Defaults.

  /** Returns the warnings about a new pod before its fields are filled in. */
  public static List<String> warnings(JsonObject pod) {
    var warnings = new ArrayList<String>();
    ProfileAnnotations given = of(pod);
    if (!given.spec.at("os", "name").is("windows")) {
      given.containers().forEach(container -> given.warnOfAppArmor(container, warnings));
    }
    return warnings;
  }

  /** Copies the AppArmor annotations of a new pod into its fields. */
  public static void fill(JsonObject pod) {
    ProfileAnnotations given = of(pod);
    if (given.annotations.absent() || given.spec.at("os", "name").is("windows")) {
      return;
    }
    for (Field container : given.containers()) {
      String said = given.appArmor(container);
      JsonObject profile = said == null ? null : profile(said);
      if (profile != null
          && container.at("securityContext", "appArmorProfile").absent()
          && !given.isOfPod(profile)
          && SecurityRules.isAppArmor(profile)
          && container.value() instanceof JsonObject tree) {
        tree.withObject("securityContext").set("appArmorProfile", profile);
      }
    }
  }

  private static ProfileAnnotations of(JsonObject pod) {
    Field root = Field.unchecked(Declaration.UNKNOWN, pod);
    return new ProfileAnnotations(root.at("metadata", "annotations"), root.at("spec"));
  }
}
