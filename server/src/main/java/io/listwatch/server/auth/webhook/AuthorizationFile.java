package io.listwatch.server.auth.webhook;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.json.MalformedJsonException;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.yaml.MalformedYamlException;
import io.listwatch.objects.yaml.YamlText;
import io.listwatch.server.auth.AuthorizationSettings;
import io.listwatch.server.auth.AuthorizationSettings.Mode;
import io.listwatch.server.auth.AuthorizationWebhook;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads the file of {@code --authorization-config}: an AuthorizationConfiguration of {@code
 * apiserver.config.k8s.io}. Validates it as kube-apiserver does, with its messages.
 */
public final class AuthorizationFile {
  private static final String GROUP = "apiserver.config.k8s.io/";
  private static final Set<String> VERSIONS = Set.of("v1", "v1beta1", "v1alpha1");
  private static final List<String> TYPES =
      List.of("AlwaysAllow", "AlwaysDeny", "Node", "RBAC", "Webhook");
  private static final int MAX_NAME = 253;
  private static final Pattern NAME =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

  private final List<FieldError> errors = new ArrayList<>();
  private final List<Mode> modes = new ArrayList<>();
  private final Set<String> types = new HashSet<>();
  private final Set<String> names = new HashSet<>();

  private AuthorizationFile() {}

  /**
   * Parses YAML or JSON. Reads the kubeconfig files that it names.
   *
   * @throws IllegalArgumentException if it is invalid; the message has all problems
   */
  public static AuthorizationSettings parse(String text) {
    JsonValue file = tree(text);
    String version = file.path("apiVersion").asText();
    if (!file.path("kind").asText().equals("AuthorizationConfiguration")
        || !version.startsWith(GROUP)
        || !VERSIONS.contains(version.substring(GROUP.length()))) {
      throw new IllegalArgumentException(
          "kind: %s of %s (expected: AuthorizationConfiguration of %sv1)"
              .formatted(file.path("kind").asText(), version, GROUP));
    }
    KnownFields.check(file, "", "apiVersion", "kind", "authorizers");
    var reading = new AuthorizationFile();
    reading.addAll(file.path("authorizers"));
    reading.throwErrors();
    return new AuthorizationSettings(reading.modes);
  }

  private static JsonValue tree(String text) {
    try {
      return JsonTrees.read(YamlText.toJson(text));
    } catch (MalformedYamlException | MalformedJsonException e) {
      throw new IllegalArgumentException(String.valueOf(e.getMessage()), e);
    }
  }

  private void throwErrors() {
    if (!errors.isEmpty()) {
      List<String> all =
          errors.stream().map(each -> each.field() + ": " + each.message()).distinct().toList();
      throw new IllegalArgumentException(
          all.size() == 1 ? all.get(0) : all.stream().collect(Collectors.joining(", ", "[", "]")));
    }
  }

  private void addAll(JsonValue authorizers) {
    if (authorizers.size() == 0) {
      errors.add(
          FieldError.required("authorizers", "at least one authorization mode must be defined"));
    }
    int index = 0;
    for (JsonValue each : authorizers) {
      add(each, "authorizers[" + index++ + "]");
    }
  }

  private void add(JsonValue authorizer, String path) {
    KnownFields.check(authorizer, path + ".", "type", "name", "webhook");
    String type = authorizer.path("type").asText();
    String name = authorizer.path("name").asText();
    if (type.isEmpty()) {
      errors.add(FieldError.required(path + ".type", ""));
    } else if (!TYPES.contains(type)) {
      errors.add(FieldError.unsupported(path + ".type", type, TYPES));
    } else if (!types.add(type) && !type.equals("Webhook")) {
      errors.add(FieldError.duplicate(path + ".type", type));
    } else {
      checkName(type, name, path + ".name");
      if (type.equals("Webhook")) {
        addWebhook(authorizer.path("webhook"), name, path);
      } else {
        addNamed(authorizer, type, path);
      }
    }
  }

  /** A webhook may have any valid name; an authorizer of another type has the name of its type. */
  private void checkName(String type, String name, String path) {
    if (name.isEmpty()) {
      errors.add(FieldError.required(path, ""));
    } else if (!names.add(name)) {
      errors.add(FieldError.duplicate(path, name));
    } else if (name.length() > MAX_NAME || !NAME.matcher(name).matches()) {
      errors.add(
          FieldError.invalid(
              path,
              name,
              "authorizer name is invalid: a lowercase RFC 1123 subdomain must consist of lower"
                  + " case alphanumeric characters, '-' or '.', and must start and end with an"
                  + " alphanumeric character"));
    } else if (!type.equals("Webhook") && !name.equals(type.toLowerCase(Locale.ROOT))) {
      errors.add(
          FieldError.invalid(
              path,
              name,
              "expected name %s for authorizer %s instead of %s"
                  .formatted(type.toLowerCase(Locale.ROOT), type, name)));
    }
  }

  private void addNamed(JsonValue authorizer, String type, String path) {
    if (authorizer.path("webhook").isObject()) {
      errors.add(
          FieldError.invalid(
              path + ".webhook", "non-null", "may only be specified when type=Webhook"));
    }
    modes.add(Mode.named(type).orElseThrow());
  }

  private void addWebhook(JsonValue webhook, String name, String path) {
    if (!webhook.isObject()) {
      errors.add(FieldError.required(path + ".webhook", "required when type=Webhook"));
      return;
    }
    var reader = new WebhookSection(webhook, path);
    reader
        .read(name)
        .ifPresent(settings -> modes.add(new Mode.Webhook(AuthorizationWebhook.of(settings))));
    errors.addAll(reader.errors());
  }
}
