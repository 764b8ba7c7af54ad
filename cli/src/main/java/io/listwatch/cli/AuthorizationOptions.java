package io.listwatch.cli;

import io.listwatch.server.ApiServerConfig;
import io.listwatch.server.auth.AuthorizationSettings;
import io.listwatch.server.auth.UserInfo;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Option;

/** The options for authorization, which kube-apiserver has too. */
final class AuthorizationOptions {
  @Option(
      names = "--authorization-mode",
      paramLabel = "MODE",
      split = ",",
      converter = AuthorizationMode.Converter.class,
      description =
          "What users may do, as a list of modes separated by commas; the first one that has an"
              + " opinion decides. Node: what nodes need for their pods. RBAC: what roles and"
              + " bindings allow. AlwaysAllow: everything, and anonymous requests get 401."
              + " AlwaysDeny: nothing. Members of system:masters may always do everything"
              + " (default: RBAC for serve, AlwaysAllow for kube-apiserver).")
  private List<AuthorizationMode> modes = List.of();

  /** Returns a configuration with the modes, or with another one if the option is absent. */
  ApiServerConfig applyTo(ApiServerConfig config, AuthorizationMode byDefault) {
    List<AuthorizationMode> chosen = modes.isEmpty() ? List.of(byDefault) : modes;
    if (Set.copyOf(chosen).size() < chosen.size()) {
      throw new UsageFailure(
          "--authorization-mode: %s (expected: each mode once)".formatted(chosen));
    }
    var settings = new AuthorizationSettings(chosen.stream().map(AuthorizationMode::mode).toList());
    ApiServerConfig authorized = config.with(changes -> changes.authorization(settings));
    return chosen.contains(AuthorizationMode.ALWAYS_ALLOW)
        ? withoutAnonymous(authorized)
        : authorized;
  }

  /** As kube-apiserver: a mode that allows everything does not allow it to anonymous users. */
  private static ApiServerConfig withoutAnonymous(ApiServerConfig config) {
    return config.with(
        changes ->
            changes.authenticator(
                credentials ->
                    config
                        .authenticator()
                        .authenticate(credentials)
                        .filter(user -> !user.equals(UserInfo.ANONYMOUS))));
  }
}
