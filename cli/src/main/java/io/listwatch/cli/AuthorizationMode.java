package io.listwatch.cli;

import io.listwatch.server.auth.AuthorizationSettings.Mode;
import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The authorization modes, with kube-apiserver's names. */
enum AuthorizationMode {
  /** The Node authorizer: a node may access the objects that its pods use. */
  NODE("Node"),

  /** Roles and bindings grant access. */
  RBAC("RBAC"),

  /** A webhook authorizes requests. */
  WEBHOOK("Webhook"),

  /** Every authenticated user may do everything. */
  ALWAYS_ALLOW("AlwaysAllow"),

  /** Only {@code system:masters} has access. */
  ALWAYS_DENY("AlwaysDeny");

  private final String word;

  AuthorizationMode(String word) {
    this.word = word;
  }

  /** Returns the mode for the server's configuration. Not for a webhook, which has options. */
  Mode mode() {
    return Mode.named(word).orElseThrow();
  }

  @Override
  public String toString() {
    return word;
  }

  /** Reads one mode of the option. */
  static final class Converter implements ITypeConverter<AuthorizationMode> {
    @Override
    public AuthorizationMode convert(String text) {
      return Arrays.stream(values())
          .filter(each -> each.word.equals(text))
          .findFirst()
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "%s (expected: %s)"
                          .formatted(
                              text,
                              Arrays.stream(values())
                                  .map(AuthorizationMode::toString)
                                  .collect(Collectors.joining(", ")))));
    }
  }
}
