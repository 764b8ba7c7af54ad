package io.listwatch.objects.schema.cel;

import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import io.listwatch.objects.schema.cel.AccessCheck.Question;
import java.util.List;
import java.util.function.BiFunction;

/**
 * CEL functions that query the authorizer, such as {@code
 * authorizer.group('').resource('pods').check('create').allowed()}.
 */
final class AuthorizerFunctions {
  private AuthorizerFunctions() {}

  static void addTo(FunctionLibrary library) {
    step(library, "path", AuthorizerValue.AUTHORIZER, AuthorizerValue.PATH, Question::withPath);
    step(library, "group", AuthorizerValue.AUTHORIZER, AuthorizerValue.GROUP, Question::withGroup);
    step(
        library,
        "resource",
        AuthorizerValue.GROUP,
        AuthorizerValue.RESOURCE,
        Question::withResource);
    step(
        library,
        "subresource",
        AuthorizerValue.RESOURCE,
        AuthorizerValue.RESOURCE,
        Question::withSubresource);
    step(
        library,
        "namespace",
        AuthorizerValue.RESOURCE,
        AuthorizerValue.RESOURCE,
        Question::withNamespace);
    step(library, "name", AuthorizerValue.RESOURCE, AuthorizerValue.RESOURCE, Question::withName);
    step(
        library,
        "fieldSelector",
        AuthorizerValue.RESOURCE,
        AuthorizerValue.RESOURCE,
        Question::withFieldSelector);
    step(
        library,
        "labelSelector",
        AuthorizerValue.RESOURCE,
        AuthorizerValue.RESOURCE,
        Question::withLabelSelector);
    library
        .member(
            "serviceAccount",
            "authorizer_serviceaccount",
            AuthorizerValue.AUTHORIZER,
            List.of(AuthorizerValue.AUTHORIZER, SimpleType.STRING, SimpleType.STRING),
            a -> serviceAccount((AuthorizerValue) a[0], (String) a[1], (String) a[2]))
        .member(
            "check",
            "pathcheck_check",
            DecisionValue.TYPE,
            List.of(AuthorizerValue.PATH, SimpleType.STRING),
            a -> ((AuthorizerValue) a[0]).decide((String) a[1]))
        .member(
            "check",
            "resourcecheck_check",
            DecisionValue.TYPE,
            List.of(AuthorizerValue.RESOURCE, SimpleType.STRING),
            a -> ((AuthorizerValue) a[0]).decide((String) a[1]));
    addResults(library);
  }

  private static Object serviceAccount(AuthorizerValue value, String namespace, String name) {
    return value.with(
        AuthorizerValue.AUTHORIZER, value.question().withServiceAccount(namespace + "/" + name));
  }

  private static void addResults(FunctionLibrary library) {
    var one = List.<dev.cel.common.types.CelType>of(DecisionValue.TYPE);
    library
        .member(
            "allowed",
            "decision_allowed",
            SimpleType.BOOL,
            one,
            a -> ((DecisionValue) a[0]).decision().allowed())
        .member(
            "reason",
            "decision_reason",
            SimpleType.STRING,
            one,
            a -> ((DecisionValue) a[0]).decision().reason())
        .member("errored", "decision_errored", SimpleType.BOOL, one, a -> false)
        .member("error", "decision_error", SimpleType.STRING, one, a -> "");
  }

  private static void step(
      FunctionLibrary library,
      String name,
      OpaqueType from,
      OpaqueType to,
      BiFunction<Question, String, Question> change) {
    library.member(
        name,
        "authorizer_" + name,
        to,
        List.of(from, SimpleType.STRING),
        a -> {
          var value = (AuthorizerValue) a[0];
          return value.with(to, change.apply(value.question(), (String) a[1]));
        });
  }
}
