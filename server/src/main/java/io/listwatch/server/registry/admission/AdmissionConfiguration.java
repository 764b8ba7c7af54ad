package io.listwatch.server.registry.admission;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.json.MalformedJsonException;
import io.listwatch.objects.podsecurity.PodSecurityPolicy;
import io.listwatch.objects.quota.LimitedResource;
import io.listwatch.objects.quota.QuotaScope;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.yaml.MalformedYamlException;
import io.listwatch.objects.yaml.YamlText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The configuration of plug-ins: a file of kind AdmissionConfiguration.
 *
 * @param podSecurity of the plug-in PodSecurity
 * @param limited the resources that need a quota, of the plug-in ResourceQuota
 * @param nodeSelectors of the plug-in PodNodeSelector, by namespace
 * @param tolerations the configuration of the plug-in PodTolerationRestriction
 * @param eventLimits of the plug-in EventRateLimit
 */
record AdmissionConfiguration(
    PodSecuritySettings podSecurity,
    List<LimitedResource> limited,
    Map<String, String> nodeSelectors,
    JsonValue tolerations,
    List<EventLimit.Settings> eventLimits) {
  static final AdmissionConfiguration DEFAULT =
      new AdmissionConfiguration(
          PodSecuritySettings.DEFAULT, List.of(), Map.of(), JsonValue.MISSING, List.of());

  private static final String GROUP_VERSION = "apiserver.config.k8s.io/v1";
  private static final String POD_SECURITY = "pod-security.admission.config.k8s.io/v1";

  private static final String POD_TOLERATIONS =
      "podtolerationrestriction.admission.k8s.io/v1alpha1";
  private static final String EVENT_RATE_LIMIT = "eventratelimit.admission.k8s.io/v1alpha1";

  /**
   * Reads a file.
   *
   * @param others returns the content of another file, which {@code path} names
   */
  static AdmissionConfiguration read(byte[] file, Function<String, byte[]> others) {
    JsonValue root = tree(file);
    require(root, "AdmissionConfiguration", GROUP_VERSION);
    PodSecuritySettings podSecurity = PodSecuritySettings.DEFAULT;
    List<LimitedResource> limited = List.of();
    Map<String, String> nodeSelectors = Map.of();
    JsonValue tolerations = JsonValue.MISSING;
    List<EventLimit.Settings> eventLimits = List.of();
    for (JsonValue plugin : root.path("plugins")) {
      String name = plugin.path("name").asText();
      JsonValue own = own(plugin, name, others);
      switch (name) {
        case "PodSecurity" -> {
          require(own, "PodSecurityConfiguration", POD_SECURITY);
          podSecurity = podSecurity(own);
        }
        case "ResourceQuota" -> {
          require(own, "ResourceQuotaConfiguration", GROUP_VERSION);
          limited = limited(own.path("limitedResources"));
        }
        case "PodNodeSelector" ->
            nodeSelectors = textByName(own.path("podNodeSelectorPluginConfig"));
        case "PodTolerationRestriction" -> {
          require(own, "Configuration", POD_TOLERATIONS);
          tolerations = own;
        }
        case "EventRateLimit" -> {
          require(own, "Configuration", EVENT_RATE_LIMIT);
          eventLimits = EventLimits.read(own.path("limits"));
        }
        default ->
            throw new IllegalArgumentException(
                ("plugins: %s (expected: EventRateLimit, PodNodeSelector, PodSecurity,"
                        + " PodTolerationRestriction or ResourceQuota)")
                    .formatted(name));
      }
    }
    return new AdmissionConfiguration(
        podSecurity, limited, nodeSelectors, tolerations, eventLimits);
  }

  /** Returns the configuration of a plug-in, which may be in a file of its own. */
  private static JsonValue own(JsonValue plugin, String name, Function<String, byte[]> others) {
    JsonValue inline = plugin.path("configuration");
    String path = plugin.path("path").asText();
    if (!inline.isObject() && path.isEmpty()) {
      throw new IllegalArgumentException(
          "plugins: %s has no configuration (expected: configuration or path)".formatted(name));
    }
    return inline.isObject() ? inline : tree(others.apply(path));
  }

  private static JsonValue tree(byte[] file) {
    try {
      return JsonTrees.read(YamlText.toJson(new String(file, StandardCharsets.UTF_8)));
    } catch (MalformedYamlException | MalformedJsonException malformed) {
      throw new IllegalArgumentException(
          "admission configuration: " + malformed.getMessage(), malformed);
    }
  }

  private static void require(JsonValue object, String kind, String groupVersion) {
    String is = object.path("apiVersion").asText() + " " + object.path("kind").asText();
    if (!is.equals(groupVersion + " " + kind)) {
      throw new IllegalArgumentException(
          "admission configuration: %s (expected: %s %s)".formatted(is, groupVersion, kind));
    }
  }

  private static PodSecuritySettings podSecurity(JsonValue configuration) {
    PodSecurityPolicy.Parsed defaults =
        PodSecurityPolicy.ofDefaults(configuration.path("defaults"));
    if (!defaults.errors().isEmpty()) {
      throw new IllegalArgumentException(
          defaults.errors().stream()
              .map(AdmissionConfiguration::line)
              .collect(Collectors.joining(", ")));
    }
    JsonValue exemptions = configuration.path("exemptions");
    return new PodSecuritySettings(
        defaults.policy(),
        texts(exemptions.path("usernames")),
        texts(exemptions.path("runtimeClasses")),
        texts(exemptions.path("namespaces")));
  }

  private static String line(FieldError error) {
    return error.field() + ": " + error.message();
  }

  private static List<LimitedResource> limited(JsonValue resources) {
    var limited = new ArrayList<LimitedResource>();
    for (JsonValue each : resources) {
      String group = each.path("apiGroup").asText();
      String plural = each.path("resource").asText();
      limited.add(
          new LimitedResource(
              group.isEmpty() ? plural : plural + "." + group,
              texts(each.path("matchContains")),
              QuotaScope.ofExpressions(each.path("matchScopes"))));
    }
    return List.copyOf(limited);
  }

  private static Map<String, String> textByName(JsonValue object) {
    return object.properties().stream()
        .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, each -> each.getValue().asText()));
  }

  private static List<String> texts(JsonValue array) {
    var texts = new ArrayList<String>();
    array.forEach(each -> texts.add(each.asText()));
    return List.copyOf(texts);
  }
}
