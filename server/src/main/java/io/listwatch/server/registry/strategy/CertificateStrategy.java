package io.listwatch.server.registry.strategy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.listwatch.model.ResourceType;
import io.listwatch.objects.apply.FieldSet;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.metadata.Metadata;
import io.listwatch.objects.schema.Times;
import io.listwatch.objects.strategy.BuiltInStrategy;
import io.listwatch.objects.strategy.WrittenKind;
import io.listwatch.objects.x509.SigningRequest;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.registry.ApiErrors;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The strategy of CertificateSigningRequests. On create, the server sets the username, uid and
 * groups of the user. The spec is immutable. A status update may set the certificate, but not
 * change the Approved and Denied conditions.
 */
class CertificateStrategy extends BuiltInStrategy {
  private static final String CLIENTS = "kubernetes.io/kube-apiserver-client";
  private static final List<String> DECISIONS = List.of("Approved", "Denied");

  private final ResourceType type;
  private final SignerAccess access;
  private final boolean restricts;

  /**
   * @param restricts true to reject client certificates for {@code system:masters}
   */
  CertificateStrategy(WrittenKind kind, SignerAccess access, boolean restricts) {
    super(kind);
    this.restricts = restricts;
    this.type = kind.type();
    this.access = access;
  }

  /** The spec is immutable. */
  @Override
  public FieldSet untouched() {
    return FieldSet.ofMembers("spec");
  }

  @Override
  public void prepareCreate(JsonObject object) {
    super.prepareCreate(object);
    UserInfo user = access.user();
    JsonObject spec = object.withObject("spec");
    spec.remove(List.of("username", "uid", "groups", "extra"));
    put(spec, "username", user.name());
    put(spec, "uid", user.uid());
    user.groups().forEach(spec.withArray("groups")::add);
    user.extra()
        .forEach((name, values) -> values.forEach(spec.withObject("extra").withArray(name)::add));
  }

  private static void put(JsonObject spec, String member, String text) {
    if (!text.isEmpty()) {
      spec.put(member, text);
    }
  }

  @Override
  public void prepareUpdate(JsonObject next, JsonObject old) {
    take(next, old, "spec");
    super.prepareUpdate(next, old);
  }

  @Override
  public void prepareStatusUpdate(JsonObject next, JsonObject old) {
    super.prepareStatusUpdate(next, old);
    DECISIONS.forEach(decision -> keep(decision, next, old));
    date(next, old);
  }

  /**
   * Restores the Approved or Denied conditions. If their number has changed they stay as they are,
   * and validation rejects them.
   */
  private static void keep(String decision, JsonObject next, JsonObject old) {
    List<JsonObject> before = conditions(old, decision);
    List<JsonObject> now = conditions(next, decision);
    if (before.size() == now.size()) {
      for (int i = 0; i < now.size(); i++) {
        now.get(i).removeAll();
        now.get(i).setAll(before.get(i).deepCopy());
      }
    }
  }

  private static List<JsonObject> conditions(JsonObject request, String wanted) {
    var found = new ArrayList<JsonObject>();
    for (JsonValue each : request.path("status").path("conditions")) {
      if (each instanceof JsonObject condition
          && (wanted.isEmpty() || condition.path("type").asText().equals(wanted))) {
        found.add(condition);
      }
    }
    return found;
  }

  /** Sets missing lastUpdateTime and lastTransitionTime fields of conditions. */
  final void date(JsonObject next, JsonObject old) {
    String now = Times.seconds(access.now());
    for (JsonObject condition : conditions(next, "")) {
      if (!condition.hasNonNull("lastUpdateTime")) {
        condition.put("lastUpdateTime", now);
      }
      if (!condition.hasNonNull("lastTransitionTime")) {
        condition.put("lastTransitionTime", since(condition, old, now));
      }
    }
  }

  private static String since(JsonObject condition, JsonObject old, String now) {
    return conditions(old, condition.path("type").asText()).stream()
        .filter(each -> each.path("status").equals(condition.path("status")))
        .filter(each -> each.hasNonNull("lastTransitionTime"))
        .findFirst()
        .map(each -> each.path("lastTransitionTime").asText())
        .orElse(now);
  }

  /** Rejects client certificates for the group {@code system:masters}. */
  @Override
  public void admit(JsonObject next, @Nullable JsonObject old) {
    if (restricts
        && old == null
        && next.at("/spec/signerName").asText().equals(CLIENTS)
        && organizations(next).contains(UserInfo.MASTERS)) {
      throw ApiErrors.forbidden(
          type,
          Metadata.of(next).name(),
          "use of " + CLIENTS + " signer with system:masters group is not allowed");
    }
  }

  private static List<String> organizations(JsonObject request) {
    try {
      byte[] pem = Base64.getDecoder().decode(request.at("/spec/request").asText());
      return SigningRequest.verified(new String(pem, ISO_8859_1)).organizations();
    } catch (IOException impossible) {
      throw new IllegalStateException("request: not readable (expected: a valid one)", impossible);
    }
  }

  @Override
  public void admitStatus(JsonObject next, JsonObject old) {
    boolean signed =
        !next.at("/status/certificate").equals(old.at("/status/certificate"))
            || !next.at("/status/conditions").equals(old.at("/status/conditions"));
    if (signed) {
      require("sign", old);
    }
  }

  /** Rejects users who do not have this verb on the signer of the request. */
  final void require(String verb, JsonObject request) {
    String signer = request.at("/spec/signerName").asText();
    if (!access.allows(verb, signer)) {
      throw ApiErrors.forbidden(
          type,
          Metadata.of(request).name(),
          "user not permitted to %s requests with signerName \"%s\"".formatted(verb, signer));
    }
  }
}
