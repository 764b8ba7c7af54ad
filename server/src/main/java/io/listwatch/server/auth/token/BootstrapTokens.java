package io.listwatch.server.auth.token;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.json.JsonPath;
import io.listwatch.model.Resource;
import io.listwatch.server.auth.BearerTokens;
import io.listwatch.server.auth.TokenResult;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.time.Timers;
import java.security.MessageDigest;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Authenticates bootstrap tokens, with which new nodes join: {@code ID.SECRET}, in a Secret {@code
 * bootstrap-token-ID} of {@code kube-system}. A token that is wrong, expired or for another use is
 * unknown.
 *
 * <p>Thread-safe. Never blocks.
 */
public final class BootstrapTokens implements BearerTokens {
  private static final String TYPE = "bootstrap.kubernetes.io/token";
  private static final String GROUP = "system:bootstrappers";
  private static final Pattern TOKEN = Pattern.compile("([a-z0-9]{6})\\.([a-z0-9]{16})");
  private static final Pattern GROUPS =
      Pattern.compile("system:bootstrappers:[a-z0-9:-]{0,255}[a-z0-9]");

  private final TokenSettings settings;
  private final AccountObjects objects;
  private final Timers timers;

  public BootstrapTokens(TokenSettings settings, AccountObjects objects, Timers timers) {
    this.settings = settings;
    this.objects = objects;
    this.timers = timers;
  }

  @Override
  public CompletionStage<TokenResult> authenticate(String token, List<String> audiences) {
    Matcher parts = TOKEN.matcher(token);
    List<String> shared = settings.audiences().stream().filter(audiences::contains).toList();
    if (shared.isEmpty() || !parts.matches()) {
      return CompletableFuture.completedFuture(TokenResult.UNKNOWN);
    }
    String id = parts.group(1);
    return objects
        .find("secrets", "kube-system", "bootstrap-token-" + id)
        .thenApply(
            found ->
                found
                    .filter(secret -> isValid(secret, id, parts.group(2)))
                    .flatMap(secret -> user(secret, id))
                    .map(user -> TokenResult.of(user, shared))
                    .orElse(TokenResult.UNKNOWN));
  }

  private boolean isValid(Resource secret, String id, String content) {
    return !secret.terminating()
        && secret.text(JsonPath.of("type")).orElse("").equals(TYPE)
        && MessageDigest.isEqual(
            data(secret, "token-secret").getBytes(UTF_8), content.getBytes(UTF_8))
        && data(secret, "token-id").equals(id)
        && !isExpired(data(secret, "expiration"))
        && data(secret, "usage-bootstrap-authentication").equals("true");
  }

  private static String data(Resource secret, String key) {
    try {
      String encoded = secret.text(JsonPath.of("data['" + key + "']")).orElse("");
      return new String(Base64.getDecoder().decode(encoded), UTF_8);
    } catch (IllegalArgumentException malformed) {
      return "";
    }
  }

  /** Treats a malformed time as expired. */
  private boolean isExpired(String time) {
    try {
      return !time.isEmpty() && !OffsetDateTime.parse(time).toInstant().isAfter(timers.now());
    } catch (DateTimeException malformed) {
      return true;
    }
  }

  /** Returns the user; empty if the secret names a group that is not for bootstrapping. */
  private static Optional<UserInfo> user(Resource secret, String id) {
    var groups = new TreeSet<>(List.of(GROUP));
    String extra = data(secret, "auth-extra-groups");
    for (String each : extra.isEmpty() ? new String[0] : extra.split(",", -1)) {
      if (!GROUPS.matcher(each).matches()) {
        return Optional.empty();
      }
      groups.add(each);
    }
    var all = new ArrayList<>(groups);
    all.add(UserInfo.AUTHENTICATED);
    return Optional.of(new UserInfo("system:bootstrap:" + id, "", all));
  }
}
