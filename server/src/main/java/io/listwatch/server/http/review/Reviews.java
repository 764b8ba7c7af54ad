package io.listwatch.server.http.review;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.Times;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.auth.RequestAuthenticator;
import io.listwatch.server.auth.TokenResult;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.time.Timers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Creates the responses to reviews, by their kind.
 *
 * <p>Thread-safe.
 */
public final class Reviews {
  private static final String AUTHENTICATION = "authentication.k8s.io";
  private static final String AUTHORIZATION = "authorization.k8s.io";

  private final RequestAuthenticator authenticator;
  private final Authorizer authorizer;
  private final Timers timers;

  public Reviews(RequestAuthenticator authenticator, Authorizer authorizer, Timers timers) {
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
   * Completes with the review and its status.
   *
   * @param review the decoded review; may be changed and returned
   * @param namespace the namespace of the path; null if there is none
   * @throws io.listwatch.model.ApiException if it is invalid
   */
  public CompletionStage<JsonObject> answer(
      JsonObject review, UserInfo user, @Nullable String namespace) {
    String kind = review.path("kind").asText();
    return switch (kind) {
      case "TokenReview" -> tokenReview(review);
      case "SelfSubjectReview" ->
          CompletableFuture.completedFuture(selfSubjectReview(review, user));
      case "SelfSubjectRulesReview" -> CompletableFuture.completedFuture(rules(review, user));
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

  private CompletionStage<JsonObject> tokenReview(JsonObject review) {
    JsonValue spec = review.path("spec");
    String token = spec.path("token").asText();
    if (token.isEmpty()) {
      throw ApiErrors.badRequest("token is required for TokenReview in authentication");
    }
    var audiences = new ArrayList<String>();
    spec.path("audiences").forEach(each -> audiences.add(each.asText()));
    // Only the first word: in an Authorization header, a token ends at a space.
    return authenticator
        .review(token.split(" ", 2)[0], audiences)
        .thenApply(result -> withStatus(review, result));
  }

  private static JsonObject withStatus(JsonObject review, TokenResult result) {
    JsonObject status = review.putObject("status");
    UserInfo user = result.user();
    if (user == null) {
      status.putObject("user");
      List<String> problems = result.problems();
      status.put("error", problems.size() == 1 ? problems.get(0) : joined(problems));
      return review;
    }
    status.put("authenticated", true);
    Users.write(user, status.putObject("user"));
    result.audiences().forEach(status.putArray("audiences")::add);
    return review;
  }

  /** Prints several errors as Go does. */
  private static String joined(List<String> problems) {
    return problems.stream().collect(Collectors.joining(", ", "[", "]"));
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

  private CompletionStage<JsonObject> access(
      JsonObject review, UserInfo user, ReviewValidation validation, @Nullable String namespace) {
    validation.check(namespace);
    var access = ReviewedAccess.of(user, review.path("spec"));
    return authorizer
        .decide(access.request())
        .thenApply(decision -> withStatus(review, decision, access.problems()));
  }

  private static JsonObject withStatus(
      JsonObject review, Authorizer.Decision decision, List<String> problems) {
    JsonObject status = review.putObject("status").put("allowed", decision.allowed());
    if (decision.verdict() == Authorizer.Verdict.DENY) {
      status.put("denied", true);
    }
    if (!decision.reason().isEmpty()) {
      status.put("reason", decision.reason());
    }
    String errors =
        Stream.concat(Stream.of(decision.failure()), problems.stream())
            .filter(each -> !each.isEmpty())
            .collect(Collectors.joining("; "));
    if (!errors.isEmpty()) {
      status.put("evaluationError", errors);
    }
    return review;
  }

  private static UserInfo subject(JsonObject review) {
    return Users.read(review.path("spec"));
  }
}
