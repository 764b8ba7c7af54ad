package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.json.MalformedJsonException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * Validates ConfigMaps and Secrets: their keys must be valid file names, their data is limited to 1
 * MiB.
 */
final class ConfigRules {
  private static final int MAX_BYTES = 1024 * 1024;

  private ConfigRules() {}

  /** Validates ConfigMaps. */
  static final class ConfigMap implements ValidationRules {
    @Override
    public void check(Field map) {
      Field data = map.at("data");
      Field binary = map.at("binaryData");
      checkKeys(data);
      data.entries()
          .forEach(
              (key, value) -> {
                if (binary.value().has(key)) {
                  value.invalid(key, "duplicate of key present in binaryData");
                }
              });
      checkKeys(binary);
      if (plainBytes(data) + encodedBytes(binary) > MAX_BYTES) {
        map.called(FieldPath.ROOT.key("")).tooLong(MAX_BYTES); // kube-apiserver names no field
      }
    }

    @Override
    public void checkChange(Field next, Field old) {
      checkImmutable(next, old, List.of("data", "binaryData"));
      check(next);
    }
  }

  /** Validates Secrets. Some types require certain keys. */
  static final class Secret implements ValidationRules {
    private static final String ACCOUNT = "kubernetes.io/service-account.name";

    /** The data key that holds the registry credentials, by type of Secret. */
    private static final Map<String, String> REGISTRIES =
        Map.of(
            "kubernetes.io/dockercfg", ".dockercfg",
            "kubernetes.io/dockerconfigjson", ".dockerconfigjson");

    @Override
    public void check(Field secret) {
      Field data = secret.at("data");
      checkKeys(data);
      if (encodedBytes(data) > MAX_BYTES) {
        data.tooLong(MAX_BYTES);
      }
      String type = secret.at("type").text();
      switch (type) {
        case "kubernetes.io/service-account-token" -> {
          Field annotations = secret.at("metadata", "annotations");
          annotations.at(ACCOUNT).called(annotations.path().key(ACCOUNT)).requireText();
        }
        case "kubernetes.io/basic-auth" -> {
          if (!data.value().has("username") && !data.value().has("password")) {
            require(data, "username");
            require(data, "password");
          }
        }
        case "kubernetes.io/ssh-auth" -> {
          if (data.at("ssh-privatekey").isEmpty()) {
            data.called(data.path().key("ssh-privatekey")).required("");
          }
        }
        case "kubernetes.io/tls" -> {
          require(data, "tls.crt");
          require(data, "tls.key");
        }
        default -> {
          if (REGISTRIES.containsKey(type)) {
            checkRegistries(data, REGISTRIES.getOrDefault(type, ""));
          }
        }
      }
    }

    private static void require(Field map, String key) {
      if (!map.value().has(key)) {
        map.called(map.path().key(key)).required("");
      }
    }

    private static void checkRegistries(Field data, String key) {
      require(data, key);
      Field content = data.entries().get(key);
      if (content != null && !isObject(content.text())) {
        content.invalid("<secret contents redacted>", "unexpected end of JSON input");
      }
    }

    private static boolean isObject(String encoded) {
      try {
        JsonValue content = JsonTrees.parse(Base64.getDecoder().decode(encoded)).tree();
        return content.isObject() || content.isNull();
      } catch (IllegalArgumentException | MalformedJsonException e) {
        return false;
      }
    }

    @Override
    public void checkChange(Field next, Field old) {
      Field type = next.at("type");
      if (!type.text().equals(old.at("type").text())) {
        type.invalid(type.text(), "field is immutable");
      }
      checkImmutable(next, old, List.of("data"));
      check(next);
    }
  }

  private static void checkKeys(Field map) {
    map.entries().forEach((key, value) -> value.matches(TextForm.CONFIG_KEY, key));
  }

  private static long plainBytes(Field map) {
    long bytes = 0;
    for (JsonValue value : map.value()) {
      bytes += value.asText().getBytes(StandardCharsets.UTF_8).length;
    }
    return bytes;
  }

  private static long encodedBytes(Field map) {
    long bytes = 0;
    for (JsonValue value : map.value()) {
      bytes += encodedBytes(value.asText());
    }
    return bytes;
  }

  /** Returns the number of bytes that a Base64 string decodes to. */
  static long encodedBytes(String text) {
    int padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
    return text.length() / 4 * 3L - padding;
  }

  /**
   * Rejects any change of the data, or of {@code immutable} itself, once {@code immutable} is true.
   */
  private static void checkImmutable(Field next, Field old, List<String> members) {
    if (!old.at("immutable").isTrue()) {
      return;
    }
    String rule = "field is immutable when `immutable` is set";
    if (!next.at("immutable").isTrue()) {
      next.at("immutable").forbidden(rule);
    }
    for (String member : members) {
      if (!next.at(member).alike(old.at(member))) {
        next.at(member).forbidden(rule);
      }
    }
  }
}
