package io.listwatch.objects.kinds.validation;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Validates the sources of environment variables and projected files: pod fields, container
 * resources, ConfigMaps, Secrets.
 */
final class SourceRules {
  /** Pod fields that environment variables can refer to. */
  static final List<String> VARIABLES =
      List.of(
          "metadata.name",
          "metadata.namespace",
          "metadata.uid",
          "spec.nodeName",
          "spec.serviceAccountName",
          "status.hostIP",
          "status.hostIPs",
          "status.podIP",
          "status.podIPs");

  /** Pod fields that files can refer to. */
  static final List<String> FILES =
      List.of(
          "metadata.annotations",
          "metadata.labels",
          "metadata.name",
          "metadata.namespace",
          "metadata.uid");

  /** Field paths that exist in a pod; others get a different error. */
  private static final Set<String> KNOWN =
      Set.of(
          "metadata.annotations",
          "metadata.labels",
          "metadata.name",
          "metadata.namespace",
          "metadata.uid",
          "spec.host",
          "spec.nodeName",
          "spec.restartPolicy",
          "spec.schedulerName",
          "spec.serviceAccountName",
          "status.hostIP",
          "status.hostIPs",
          "status.phase",
          "status.podIP",
          "status.podIPs");

  private static final List<String> AMOUNTS =
      List.of(
          "limits.cpu",
          "limits.ephemeral-storage",
          "limits.memory",
          "requests.cpu",
          "requests.ephemeral-storage",
          "requests.memory");

  private static final Set<String> CPU_DIVISORS = Set.of("1m", "1");
  private static final Set<String> DIVISORS =
      Set.of("1", "1k", "1M", "1G", "1T", "1P", "1E", "1Ki", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei");
  private static final String DIVISOR_RULE =
      "only divisor's values 1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei are supported"
          + " with the ";

  private SourceRules() {}

  /** Validates a {@code fieldRef}. */
  static void podField(Field source, List<String> supported) {
    Field field = source.at("fieldPath");
    String path = field.text();
    if (path.isEmpty()) {
      field.required("");
      return;
    }
    String version = source.at("apiVersion").text();
    if (!version.isEmpty() && !version.equals("v1")) {
      field.invalid("error converting fieldPath: unsupported pod version: " + version);
      return;
    }
    int subscript = path.endsWith("']") ? path.indexOf("['") : -1;
    if (subscript >= 0) {
      checkSubscript(source, path, subscript);
    } else if (!KNOWN.contains(path)) {
      field.invalid("error converting fieldPath: field label not supported: " + path);
    } else if (!supported.contains(path)) {
      field.unsupported(path, supported);
    }
  }

  private static void checkSubscript(Field source, String path, int subscript) {
    String key = path.substring(subscript + 2, path.length() - 2);
    switch (path.substring(0, subscript)) {
      case "metadata.annotations" ->
          source.matches(TextForm.QUALIFIED_NAME, key.toLowerCase(Locale.ROOT));
      case "metadata.labels" -> source.matches(TextForm.QUALIFIED_NAME, key);
      default ->
          source
              .at("fieldPath")
              .invalid(
                  "error converting fieldPath: field label does not support subscript: " + path);
    }
  }

  /**
   * Validates a {@code resourceFieldRef}.
   *
   * @param container true if the container name is required, as in files
   */
  static void checkResourceFieldRef(Field source, boolean container) {
    Field resource = source.at("resource");
    String name = resource.text();
    if (container && source.at("containerName").isEmpty()) {
      source.at("containerName").required("");
    } else if (name.isEmpty()) {
      resource.required("");
    } else if (!AMOUNTS.contains(name) && !isHugePages(name)) {
      resource.unsupported(name, AMOUNTS);
    }
    checkDivisor(source.at("divisor"), name);
  }

  private static void checkDivisor(Field divisor, String name) {
    if (divisor.quantity().signum() == 0) {
      return;
    }
    String text = divisor.value().asText();
    if (name.endsWith(".cpu")) {
      if (!CPU_DIVISORS.contains(text)) {
        divisor.invalid(name, "only divisor's values 1m and 1 are supported with the cpu resource");
      }
    } else if (!DIVISORS.contains(text)) {
      if (name.endsWith(".memory")) {
        divisor.invalid(name, DIVISOR_RULE + "memory resource");
      } else if (name.endsWith(".ephemeral-storage")) {
        divisor.invalid(name, DIVISOR_RULE + "local ephemeral storage resource");
      } else if (isHugePages(name)) {
        divisor.invalid(name, DIVISOR_RULE + "hugepages resource");
      }
    }
  }

  private static boolean isHugePages(String name) {
    return name.startsWith("limits.hugepages-") || name.startsWith("requests.hugepages-");
  }

  /** Validates a {@code configMapKeyRef} or {@code secretKeyRef}. */
  static void key(Field source) {
    source.at("name").matches(TextForm.SUBDOMAIN);
    source.at("key").requireMatch(TextForm.CONFIG_KEY);
  }

  /** Validates a {@code fileKeyRef}: a key of an environment file in an emptyDir volume. */
  static void fileKey(Field source, Map<String, Field> volumes) {
    source.at("key").requireMatch(TextForm.VARIABLE_NAME);
    source.at("volumeName").requireMatch(TextForm.DNS_LABEL);
    source.checkDeclared("path");
    PathRules.noBacksteps(source.at("path"));
    Field name = source.at("volumeName");
    Field volume = volumes.get(name.text());
    if (volume == null) {
      name.notFound(name.text());
    } else if (volume.at("emptyDir").absent()) {
      name.invalid("referenced volume must be of type emptyDir");
    }
  }
}
