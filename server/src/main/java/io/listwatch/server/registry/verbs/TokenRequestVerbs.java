package io.listwatch.server.registry.verbs;

import io.listwatch.json.JsonPath;
import io.listwatch.model.GroupVersion;
import io.listwatch.model.NotFoundException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.model.VersionMatch;
import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.metadata.Identities;
import io.listwatch.objects.metadata.Metadata;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.Times;
import io.listwatch.selector.Quotation;
import io.listwatch.server.auth.token.TokenClaims;
import io.listwatch.server.auth.token.TokenClaims.Reference;
import io.listwatch.server.auth.token.TokenIssuer;
import io.listwatch.server.auth.token.TokenSettings;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.registry.write.DecodedObject;
import io.listwatch.server.registry.write.ObjectWrites;
import io.listwatch.server.registry.write.SubmittedPart;
import io.listwatch.server.registry.write.WriteOptions;
import io.listwatch.server.registry.write.WriteResult;
import io.listwatch.time.Timers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The {@code token} subresource of service accounts: issues a token to a TokenRequest. */
final class TokenRequestVerbs implements SubresourceVerbs {
  private static final long MIN_SECONDS = 600;
  private static final long MAX_SECONDS = 1L << 32;

  /** The lifetime that the ServiceAccount admission plug-in requests; no other request has it. */
  private static final long PROJECTED_SECONDS = 3_607;

  private static final long EXTENDED_SECONDS = 365 * 24 * 3_600L;

  private static final JsonPath ACCOUNT = JsonPath.of("spec.serviceAccountName");
  private static final JsonPath NODE = JsonPath.of("spec.nodeName");

  private final Function<ResourceDefinition, ServedKind> kinds;
  private final ObjectWrites writes;
  private final ResourceRegistry registry;
  private final TokenIssuer issuer;
  private final Identities identities;
  private final Timers timers;
  private final TokenRequestDecoder decoder;

  TokenRequestVerbs(
      Function<ResourceDefinition, ServedKind> kinds,
      ObjectWrites writes,
      ResourceRegistry registry,
      TokenIssuer issuer,
      Identities identities,
      Timers timers) {
    this.kinds = kinds;
    this.writes = writes;
    this.registry = registry;
    this.issuer = issuer;
    this.identities = identities;
    this.timers = timers;
    this.decoder = new TokenRequestDecoder(timers);
  }

  @Override
  public CompletionStage<WriteResult> create(
      ResourceDefinition definition, ResourceKey key, DecodedObject object, WriteOptions options) {
    String namespace = String.valueOf(key.namespace());
    JsonObject request = decoder.decode(object, namespace, options);
    Metadata.of(request).set("namespace", namespace);
    ServedKind accounts = kinds.apply(definition);
    SubmittedPart part =
        writes.submitted(accounts, key, "token", TokenRequestDecoder.TYPE, request, options);
    return part.mutate(
        () -> {
          checkName(Metadata.of(request).name(), key.name());
          return accounts
              .get(key, VersionMatch.mostRecent())
              .thenCompose(account -> issue(account, request, part, options));
        });
  }

  private static void checkName(String name, String account) {
    if (!name.isEmpty() && !name.equals(account)) {
      throw ApiErrors.invalid(
          TokenRequestDecoder.TYPE,
          account,
          List.of(
              FieldError.invalid(
                  "metadata.name", name, "must match the service account name if specified")));
    }
  }

  private CompletionStage<WriteResult> issue(
      Resource account, JsonObject request, SubmittedPart part, WriteOptions options) {
    Instant now = timers.now();
    complete(account, request, now);
    long seconds = request.path("spec").path("expirationSeconds").asLong();
    check(seconds);
    return part.validate(() -> bound(account.key(), request.path("spec").path("boundObjectRef")))
        .thenCompose(
            bound -> {
              long shortened = shorten(seconds, options);
              request.withObject("spec").put("expirationSeconds", shortened);
              return issuer
                  .issue(claims(account, bound, request, shortened, now))
                  .thenApply(token -> answer(request, token, now.plusSeconds(shortened)));
            });
  }

  private void complete(Resource account, JsonObject request, Instant now) {
    Metadata metadata = Metadata.of(request);
    String uid = account.uid().orElse("");
    if (!metadata.uid().isEmpty() && !metadata.uid().equals(uid)) {
      throw ApiErrors.conflictOfKind(
          TokenRequestDecoder.TYPE,
          account.key().name(),
          "the UID in the token request (%s) does not match the UID of the service account (%s)"
              .formatted(metadata.uid(), uid));
    }
    metadata.set("name", account.key().name());
    metadata.set("namespace", String.valueOf(account.key().namespace()));
    metadata.set("uid", uid);
    metadata.set("creationTimestamp", Times.seconds(now));
    if (request.path("spec").path("audiences").isEmpty()) {
      JsonArray audiences = request.withObject("spec").putArray("audiences");
      issuer.settings().audiences().forEach(audiences::add);
    }
  }

  private static void check(long seconds) {
    var errors = new ArrayList<FieldError>();
    String field = "spec.expirationSeconds";
    if (seconds < MIN_SECONDS) {
      errors.add(
          FieldError.invalid(field, seconds, "may not specify a duration less than 10 minutes"));
    }
    if (seconds > MAX_SECONDS) {
      errors.add(
          FieldError.invalid(
              field, seconds, "may not specify a duration larger than 2^32 seconds"));
    }
    if (!errors.isEmpty()) {
      throw ApiErrors.invalid(TokenRequestDecoder.TYPE, "", errors);
    }
  }

  /** The objects that a token is bound to, each null if there is none. */
  private record Bound(
      @Nullable Reference pod, @Nullable Reference secret, @Nullable Reference node) {
    static final Bound NOTHING = new Bound(null, null, null);
  }

  private CompletionStage<Bound> bound(ResourceKey account, JsonValue reference) {
    if (!reference.isObject()) {
      return CompletableFuture.completedFuture(Bound.NOTHING);
    }
    String kind = reference.path("kind").asText();
    GroupVersion version = GroupVersion.of(reference.path("apiVersion").asText());
    return switch (version.group() + "/" + kind) {
      case "/Pod" ->
          find("pods", account.namespace(), reference)
              .thenCompose(pod -> boundToPod(account, pod, reference));
      case "/Secret" ->
          find("secrets", account.namespace(), reference)
              .thenApply(secret -> new Bound(null, checked("Secret", secret, reference), null));
      case "/Node" ->
          find("nodes", null, reference)
              .thenApply(node -> new Bound(null, null, checked("Node", node, reference)));
      default ->
          throw ApiErrors.badRequest(
              "cannot bind token to object of type %s/%s, Kind=%s"
                  .formatted(version.group(), version.version(), kind));
    };
  }

  private CompletionStage<Resource> find(
      String plural, @Nullable String namespace, JsonValue reference) {
    String name = reference.path("name").asText();
    if (name.isEmpty()) {
      throw ApiErrors.badRequest("Name parameter required.");
    }
    ServedKind kind = kind(plural);
    if (name.contains("/")) {
      throw ApiErrors.notFound(kind.type(), name);
    }
    return kind.get(new ResourceKey(namespace, name), VersionMatch.mostRecent());
  }

  private ServedKind kind(String plural) {
    return kinds.apply(registry.find("", "v1", plural).orElseThrow());
  }

  /**
   * Returns a reference to the object; rejects a reference to an earlier object of the same name.
   */
  private static Reference checked(String kind, Resource found, JsonValue reference) {
    String uid = reference.path("uid").asText();
    if (!uid.isEmpty() && !uid.equals(found.uid().orElse(""))) {
      throw ApiErrors.conflictOfKind(
          ResourceType.cluster("v1", kind, kind),
          found.key().name(),
          ("the UID in the bound object reference (%s) does not match the UID in record. The object"
                  + " might have been deleted and then recreated")
              .formatted(uid));
    }
    return named(found);
  }

  /** A pod's token also names its node, with the node's uid if the node exists. */
  private CompletionStage<Bound> boundToPod(
      ResourceKey account, Resource pod, JsonValue reference) {
    if (!pod.text(ACCOUNT).orElse("").equals(account.name())) {
      throw ApiErrors.badRequest(
          "cannot bind token for serviceaccount %s to pod running with different serviceaccount name."
              .formatted(Quotation.of(account.name())));
    }
    String node = pod.text(NODE).orElse("");
    if (node.isEmpty()) {
      return CompletableFuture.completedFuture(
          new Bound(checked("Pod", pod, reference), null, null));
    }
    return kind("nodes")
        .get(ResourceKey.of(node), VersionMatch.mostRecent())
        .thenApply(TokenRequestVerbs::named)
        .exceptionallyCompose(problem -> unlessNotFound(problem, new Reference(node, "")))
        .thenApply(place -> new Bound(checked("Pod", pod, reference), null, place));
  }

  private static CompletionStage<Reference> unlessNotFound(Throwable problem, Reference otherwise) {
    Throwable cause = problem instanceof CompletionException ? problem.getCause() : problem;
    return cause instanceof NotFoundException
        ? CompletableFuture.completedFuture(otherwise)
        : CompletableFuture.failedFuture(problem);
  }

  private static Reference named(Resource object) {
    return new Reference(object.key().name(), object.uid().orElse(""));
  }

  private long shorten(long seconds, WriteOptions options) {
    long max = issuer.settings().maxExpiration().toSeconds();
    if (max == 0 || seconds <= max) {
      return seconds;
    }
    options
        .warnings()
        .accept(
            "requested expiration of %d seconds shortened to %d seconds".formatted(seconds, max));
    return max;
  }

  private TokenClaims claims(
      Resource account, Bound bound, JsonObject request, long seconds, Instant now) {
    TokenSettings settings = issuer.settings();
    List<String> audiences = new ArrayList<>();
    request.path("spec").path("audiences").forEach(each -> audiences.add(each.asText()));
    boolean extended =
        settings.extendedExpiration()
            && bound.pod() != null
            && seconds == PROJECTED_SECONDS
            && settings.audiences().containsAll(audiences);
    long issued = now.getEpochSecond();
    return new TokenClaims(
        String.valueOf(account.key().namespace()),
        named(account),
        audiences,
        issued,
        issued,
        issued + (extended ? EXTENDED_SECONDS : seconds),
        extended ? issued + seconds : 0,
        identities.uid(),
        bound.pod(),
        bound.secret(),
        bound.node());
  }

  private WriteResult answer(JsonObject request, String token, Instant expires) {
    request
        .putObject("status")
        .put("token", token)
        .put("expirationTimestamp", Times.seconds(expires));
    return new WriteResult(Resource.parse(decoder.encode(request)), true);
  }
}
