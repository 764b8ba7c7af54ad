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
import java.util.stream.Collectors;

/**
 * The configuration of plug-ins: a file of kind AdmissionConfiguration.
 *
 * @param podSecurity of the plug-in PodSecurity
 * @param limited the resources that need a quota, of the plug-in ResourceQuota
 */
record AdmissionConfiguration(PodSecuritySettings podSecurity, List<LimitedResource> limited) {
  static final AdmissionConfiguration DEFAULT =
      new AdmissionConfiguration(PodSecuritySettings.DEFAULT, List.of());

  private static final String GROUP_VERSION = "apiserver.config.k8s.io/v1";
  private static final String POD_SECURITY = "pod-security.admission.config.k8s.io/v1";

  static AdmissionConfiguration read(byte[] file) {
    JsonValue root = tree(file);
    require(root, "AdmissionConfiguration", GROUP_VERSION);
    PodSecuritySettings podSecurity = PodSecuritySettings.DEFAULT;
    List<LimitedResource> limited = List.of();
    for (JsonValue plugin : root.path("plugins")) {
      String name = plugin.path("name").asText();
      JsonValue own = plugin.path("configuration");
      if (!own.isObject()) {
        throw new IllegalArgumentException(
            "plugins: %s has no configuration (expected: one in this file, not a path)"
                .formatted(name));
      }
      switch (name) {
        case "PodSecurity" -> {
          require(own, "PodSecurityConfiguration", POD_SECURITY);
          podSecurity = podSecurity(own);
        }
        case "ResourceQuota" -> {
          require(own, "ResourceQuotaConfiguration", GROUP_VERSION);
          limited = limited(own.path("limitedResources"));
        }
        default ->
            throw new IllegalArgumentException(
                "plugins: %s (expected: PodSecurity or ResourceQuota)".formatted(name));
      }
    }
    return new AdmissionConfiguration(podSecurity, limited);
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

  private static List<String> texts(JsonValue array) {
    var texts = new ArrayList<String>();
    array.forEach(each -> texts.add(each.asText()));
    return List.copyOf(texts);
  }
}
