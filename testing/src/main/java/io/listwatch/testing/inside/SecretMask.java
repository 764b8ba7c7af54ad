package io.listwatch.testing.inside;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.json.JsonString;
import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.net.URLEncoder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Masks secrets in reports, which continuous integration may publish: the values of Secrets,
 * wherever a program has copied them, and strings that look like tokens.
 */
final class SecretMask {
  private static final String MASKED = "•••••••• (masked)";
  private static final String APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

  /** Shorter values are also ordinary words, and would mask half of the report. */
  private static final int SHORTEST = 6;

  /** JSON Web Tokens, values of Authorization headers, and private keys in PEM. */
  private static final String TOKEN =
      "eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]*"
          + "|(?i:bearer|basic) +[A-Za-z0-9._~+/=-]{8,}"
          + "|-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]*(-----END [A-Z ]*PRIVATE KEY-----)?";

  private static final byte[] SALT = new SecureRandom().generateSeed(16);

  /** Matches the secrets to mask in any text. */
  private final Pattern hidden;

  /** Masks tokens, and the values of the Secrets among the objects. */
  SecretMask(Stream<JsonValue> objects) {
    Stream<String> values =
        objects
            .filter(SecretMask::isSecret)
            .flatMap(SecretMask::values)
            .distinct()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .map(Pattern::quote);
    this.hidden =
        Pattern.compile(Stream.concat(values, Stream.of(TOKEN)).collect(Collectors.joining("|")));
  }

  private static boolean isSecret(JsonValue object) {
    return object.path("kind").asText().equals("Secret")
        && object.path("apiVersion").asText().equals("v1");
  }

  /** Returns the values of a Secret in the forms in which programs copy them. */
  private static Stream<String> values(JsonValue secret) {
    return Stream.concat(
            texts(secret.path("data"))
                .flatMap(each -> Stream.concat(Stream.of(each.replace("=", "")), decoded(each))),
            texts(secret.path("stringData")).flatMap(SecretMask::forms))
        .filter(each -> each.length() >= SHORTEST);
  }

  private static Stream<String> texts(JsonValue values) {
    return StreamSupport.stream(values.spliterator(), false)
        .filter(JsonValue::isText)
        .map(JsonValue::textValue);
  }

  private static Stream<String> decoded(String base64) {
    try {
      return forms(new String(Base64.getDecoder().decode(base64), UTF_8));
    } catch (IllegalArgumentException malformed) {
      return Stream.empty();
    }
  }

  /** A value, without the line break at its end, in JSON, and in a path. */
  private static Stream<String> forms(String value) {
    String stripped = value.strip();
    String json = JsonString.quote(stripped);
    return Stream.of(
        stripped, json.substring(1, json.length() - 1), URLEncoder.encode(stripped, UTF_8));
  }

  /** Returns a copy of an object without secrets. */
  JsonValue object(JsonValue object) {
    if (!(object instanceof JsonObject original)) {
      return object;
    }
    JsonObject copy = original.deepCopy();
    if (isSecret(copy)) {
      maskValues(copy.path("data"));
      maskValues(copy.path("stringData"));
      if (copy.at("/metadata/annotations") instanceof JsonObject annotations
          && annotations.has(APPLIED)) {
        annotations.put(APPLIED, MASKED);
      }
    }
    return withoutSecrets(copy);
  }

  private static void maskValues(JsonValue data) {
    if (data instanceof JsonObject values) {
      for (String name : values.fieldNames()) {
        values.put(name, masked(values.path(name)));
      }
    }
  }

  /** Shows whether two values of one run differ, and nothing else about them. */
  private static String masked(JsonValue value) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(SALT);
      byte[] hash = digest.digest(value.toString().getBytes(UTF_8));
      return MASKED + " #" + HexFormat.of().formatHex(hash, 0, 2);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private JsonValue withoutSecrets(JsonValue value) {
    if (value instanceof JsonObject object) {
      for (String name : object.fieldNames()) {
        object.set(name, withoutSecrets(object.path(name)));
      }
      return object;
    }
    if (value.isArray()) {
      var array = new JsonArray();
      value.forEach(each -> array.add(withoutSecrets(each)));
      return array;
    }
    return value.isText() ? JsonValue.of(text(value.textValue())) : value;
  }

  /** Returns a text with its secrets masked. */
  String text(String text) {
    return hidden.matcher(text).replaceAll(MASKED);
  }
}
