package io.listwatch.server.http.review;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.Times;
import io.listwatch.server.auth.Authenticator;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.auth.Credentials;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.time.Timers;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Creates the responses to reviews, by their kind.
 *
 * <p>Thread-safe.
 */
public final class Reviews {
  private static final String AUTHENTICATION = "authentication.k8s.io";
  private static final String AUTHORIZATION = "authorization.k8s.io";

  /** The default audience of tokens in kube-apiserver. */
  private static final String AUDIENCE = "https://kubernetes.default.svc.cluster.local";

  private final Authenticator authenticator;
  private final Authorizer authorizer;
  private final Timers timers;

  public Reviews(Authenticator authenticator, Authorizer authorizer, Timers timers) {
    this.authenticator = authenticator;
    this.authorizer = authorizer;
    this.timers = timers;
  }

  /** True if a resource is a review. */
  public static boolean covers(ResourceDefinition definition) {
    String group = definition.type().group();
    return group.equals(AUTHENTICATION) || group.equals(AUTHORIZATION);
  }

  /**
   * Returns the review with its status.
   *
   * @param review the decoded review; may be changed and returned
   * @param namespace the namespace of the path; null if there is none
   * @throws io.listwatch.model.ApiException if it is invalid
   */
  public JsonObject answer(JsonObject review, UserInfo user, @Nullable String namespace) {
    String kind = review.path("kind").asText();
    return switch (kind) {
      case "SelfSubjectReview" -> selfSubjectReview(review, user);
      case "TokenReview" -> tokenReview(review);
      case "SelfSubjectRulesReview" -> rules(review, user);
      case "SelfSubjectAccessReview" ->
          access(review, user, ReviewValidation.ofSelf(review), namespace);
      case "SubjectAccessReview" ->
          access(review, subject(review), ReviewValidation.ofSubject(review), namespace);
      case "LocalSubjectAccessReview" ->
          access(review, subject(review), ReviewValidation.ofLocal(review), namespace);
      default ->
          throw new IllegalArgumentException("kind: %s (expected: a review)".formatted(kind));
    };
  }

  private JsonObject selfSubjectReview(JsonObject review, UserInfo user) {
    JsonObject answer = emptied(review);
    answer.putObject("metadata").put("creationTimestamp", Times.seconds(timers.now()));
    Users.write(user, answer.putObject("status").putObject("userInfo"));
    return answer;
  }

  /** Returns a review with nothing but kind and apiVersion. */
  private static JsonObject emptied(JsonObject review) {
    JsonObject answer = new JsonObject();
    answer.set("kind", review.get("kind"));
    answer.set("apiVersion", review.get("apiVersion"));
    return answer;
  }

  private JsonObject tokenReview(JsonObject review) {
    String token = review.path("spec").path("token").asText();
    if (token.isEmpty()) {
      throw ApiErrors.badRequest("token is required for TokenReview in authentication");
    }
    Optional<UserInfo> user =
        authenticator
            .authenticate(new Credentials(List.of(), token, false))
            .filter(found -> !found.equals(UserInfo.ANONYMOUS))
            .filter(found -> includesServer(review.path("spec").path("audiences")));
    JsonObject status = review.putObject("status");
    user.ifPresent(found -> status.put("authenticated", true));
    JsonObject shown = status.putObject("user");
    user.ifPresentOrElse(
        found -> {
          Users.write(found, shown);
          status.putArray("audiences").add(AUDIENCE);
        },
        () -> status.put("error", "invalid bearer token"));
    return review;
  }

  /**
   * True if the audiences are empty or include this server's, the only one that its tokens have.
   */
  private static boolean includesServer(JsonValue audiences) {
    return audiences.isEmpty()
        || StreamSupport.stream(audiences.spliterator(), false)
            .anyMatch(each -> each.asText().equals(AUDIENCE));
  }

  private JsonObject rules(JsonObject review, UserInfo user) {
    String namespace = review.path("spec").path("namespace").asText();
    if (namespace.isEmpty()) {
      throw ApiErrors.badRequest("no namespace on request");
    }
    JsonObject answer = emptied(review);
    answer.putObject("metadata");
    answer.putObject("spec");
    RulesStatus.write(authorizer.rules(user, namespace), answer.putObject("status"));
    return answer;
  }

  private JsonObject access(
      JsonObject review, UserInfo user, ReviewValidation validation, @Nullable String namespace) {
    validation.check(namespace);
    Authorizer.Decision decision =
        authorizer.authorize(ReviewedAccess.of(user, review.path("spec")));
    JsonObject status = review.putObject("status").put("allowed", decision.allowed());
    if (!decision.reason().isEmpty()) {
      status.put("reason", decision.reason());
    }
    return review;
  }

  private static UserInfo subject(JsonObject review) {
    return Users.read(review.path("spec"));
  }
}
