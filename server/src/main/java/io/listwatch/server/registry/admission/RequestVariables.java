package io.listwatch.server.registry.admission;

import io.listwatch.model.ResourceType;
import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.cel.AccessCheck;
import io.listwatch.objects.schema.cel.AdmissionInput;
import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.InvalidSelectorException;
import io.listwatch.selector.LabelSelector;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.registry.ResourceDefinition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Builds the {@code request} of an AdmissionReview, and the variables of CEL expressions about a
 * request.
 */
public final class RequestVariables {
  private RequestVariables() {}

  /**
   * Returns the {@code request} of an AdmissionReview, without its objects and options.
   *
   * @param uid empty to leave it out
   * @param matched the resource that the rule names
   */
  public static JsonObject request(
      AdmissionRequest request, String uid, ResourceDefinition matched) {
    var json = new JsonObject();
    if (!uid.isEmpty()) {
      json.put("uid", uid);
    }
    json.set("kind", kind(request.kindIn(matched)));
    json.set("resource", resource(matched.type()));
    putUnlessEmpty(json, "subResource", request.subresource());
    json.set("requestKind", kind(request.kind()));
    json.set("requestResource", resource(request.definition().type()));
    putUnlessEmpty(json, "requestSubResource", request.subresource());
    putUnlessEmpty(json, "name", request.name());
    putUnlessEmpty(json, "namespace", request.namespace());
    json.put("operation", request.operation().name());
    json.set("userInfo", user(request.user()));
    return json;
  }

  private static JsonObject kind(ResourceType type) {
    return new JsonObject()
        .put("group", type.group())
        .put("version", type.version())
        .put("kind", type.kind());
  }

  private static JsonObject resource(ResourceType type) {
    return new JsonObject()
        .put("group", type.group())
        .put("version", type.version())
        .put("resource", type.plural());
  }

  private static JsonObject user(UserInfo user) {
    var json = new JsonObject();
    putUnlessEmpty(json, "username", user.name());
    putUnlessEmpty(json, "uid", user.uid());
    if (!user.groups().isEmpty()) {
      addAll(json.putArray("groups"), user.groups());
    }
    if (!user.extra().isEmpty()) {
      JsonObject extra = json.putObject("extra");
      user.extra().forEach((key, values) -> addAll(extra.putArray(key), values));
    }
    return json;
  }

  private static void addAll(JsonArray array, List<String> values) {
    values.forEach(array::add);
  }

  private static void putUnlessEmpty(JsonObject json, String name, String value) {
    if (!value.isEmpty()) {
      json.put(name, value);
    }
  }

  /**
   * Returns the variables of expressions.
   *
   * @param object in the version of {@code matched}; null for a delete
   * @param old likewise; null for a create
   */
  public static AdmissionInput input(
      AdmissionRequest request,
      ResourceDefinition matched,
      @Nullable JsonObject object,
      @Nullable JsonObject old,
      Authorizer authorizer,
      long budget) {
    JsonObject described = request(request, "", matched);
    described.put("dryRun", request.dryRun());
    if (!request.options().isEmpty()) {
      described.set("options", request.options());
    }
    ResourceType type = request.definition().type();
    return new AdmissionInput(budget)
        .set("object", object)
        .set("oldObject", old)
        .set("request", described)
        .authorizer(
            question -> decide(question, request.user(), authorizer),
            new AccessCheck.Question(
                "",
                "",
                type.group(),
                type.plural(),
                request.subresource(),
                request.namespace(),
                request.name(),
                ""));
  }

  private static AccessCheck.Decision decide(
      AccessCheck.Question question, UserInfo user, Authorizer authorizer) {
    UserInfo asking =
        question.serviceAccount().isEmpty() ? user : serviceAccount(question.serviceAccount());
    AccessRequest access =
        question.path().isEmpty()
            ? AccessRequest.onResource(
                    asking,
                    question.verb(),
                    question.group(),
                    question.resource(),
                    question.subresource(),
                    nullIfEmpty(question.namespace()),
                    nullIfEmpty(question.name()))
                .selecting(fields(question.fieldSelector()), labels(question.labelSelector()))
            : new AccessRequest(
                asking, question.verb(), "", "", "", "", null, null, question.path());
    Authorizer.Decision decision = authorizer.authorize(access);
    return new AccessCheck.Decision(decision.allowed(), decision.reason());
  }

  /** A malformed selector selects everything, as in kube-apiserver. */
  private static FieldSelector fields(String selector) {
    try {
      return FieldSelector.parse(selector);
    } catch (InvalidSelectorException malformed) {
      return FieldSelector.everything();
    }
  }

  private static LabelSelector labels(String selector) {
    try {
      return LabelSelector.parse(selector);
    } catch (InvalidSelectorException malformed) {
      return LabelSelector.everything();
    }
  }

  private static UserInfo serviceAccount(String account) {
    int slash = account.indexOf('/');
    String namespace = account.substring(0, slash);
    return new UserInfo(
        "system:serviceaccount:" + namespace + ":" + account.substring(slash + 1),
        "",
        List.of(
            "system:serviceaccounts",
            "system:serviceaccounts:" + namespace,
            UserInfo.AUTHENTICATED));
  }

  private static @Nullable String nullIfEmpty(String text) {
    return text.isEmpty() ? null : text;
  }
}
