package io.listwatch.workloads.recording;

import io.listwatch.workloads.object.ApiObject;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Replaces values that two clusters generate differently: hashes, suffixes of names, uids, times
 * and addresses. Keeps its replacements from one step of a script to the next.
 */
final class Names {
  private static final Pattern UID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
  private static final Pattern TIME =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z");
  private static final Pattern ADDRESS = Pattern.compile("\\b10\\.\\d+\\.\\d+\\.\\d+\\b");
  private static final Pattern MINUTES = Pattern.compile("-\\d{8}\\b");
  private static final Pattern VERSION = Pattern.compile("resourceVersion:\\d+");
  private static final String[] HASH_LABELS = {
    "pod-template-hash", "controller.kubernetes.io/hash", "controller-revision-hash"
  };

  private final String namespace;
  private final Map<String, String> hashes = new LinkedHashMap<>();

  /** Names before a generated suffix. */
  private final TreeSet<String> prefixes =
      new TreeSet<>(Comparator.comparingInt(String::length).reversed().thenComparing(s -> s));

  Names(String namespace) {
    this.namespace = namespace;
  }

  /** Returns an independent copy with the replacements so far. */
  Names copy() {
    var copy = new Names(namespace);
    copy.hashes.putAll(hashes);
    copy.prefixes.addAll(prefixes);
    return copy;
  }

  /** Learns the generated names of objects. */
  void learn(List<ApiObject> objects) {
    objects.stream().sorted(Comparator.comparing(Names::order)).forEach(this::learnHash);
    for (ApiObject object : objects) {
      String prefix = object.metadata().path("generateName").asText();
      if (!prefix.isEmpty()) {
        prefixes.add(hashed(prefix));
      }
      object
          .controller()
          .filter(owner -> !owner.kind().equals("StatefulSet"))
          .ifPresent(owner -> prefixes.add(hashed(owner.name()) + "-"));
      prefixes.add(hashed(object.name()) + "-");
    }
  }

  /** Objects that appear in the same step are distinguished by the images of their templates. */
  private static String order(ApiObject object) {
    return object.spec().at("/template/spec/containers/0/image").asText()
        + object.json().at("/data/spec/template/spec/containers/0/image").asText();
  }

  private void learnHash(ApiObject object) {
    for (String label : HASH_LABELS) {
      String hash = object.labelMap().get(label);
      // The revision of a pod of a StatefulSet is the name of the revision.
      if (hash != null && !object.labelMap().containsKey("statefulset.kubernetes.io/pod-name")) {
        hashes.computeIfAbsent(hash, one -> "(" + (hashes.size() + 1) + ")");
      }
    }
  }

  private String hashed(String text) {
    String result = text;
    for (Map.Entry<String, String> each : hashes.entrySet()) {
      result = result.replace(each.getKey(), each.getValue());
    }
    return result;
  }

  String normal(String text) {
    String result = hashed(text.replace(namespace, "NAMESPACE"));
    for (String prefix : prefixes) {
      if (result.contains(prefix)) {
        result =
            Pattern.compile(
                    Pattern.quote(prefix)
                        + "(\\d{1,3}-)?[bcdfghjklmnpqrstvwxz2456789]{5}(?![a-z0-9-])")
                .matcher(result)
                .replaceAll(
                    found ->
                        java.util.regex.Matcher.quoteReplacement(
                            prefix + (found.group(1) == null ? "" : found.group(1)) + "*"));
      }
    }
    result = UID.matcher(result).replaceAll("UID");
    result = TIME.matcher(result).replaceAll("TIME");
    result = MINUTES.matcher(result).replaceAll("-MINUTE");
    result = VERSION.matcher(result).replaceAll("resourceVersion:VERSION");
    return ADDRESS.matcher(result).replaceAll("ADDRESS");
  }
}
