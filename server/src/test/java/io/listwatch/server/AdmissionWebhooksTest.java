package io.listwatch.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.webhook.TestWebhook;
import java.util.ArrayList;
import java.util.Base64;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Admission webhooks by URL. The expected messages were recorded from kube-apiserver. */
final class AdmissionWebhooksTest {
  private static final String GROUP = "/apis/admissionregistration.k8s.io/v1/";
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String PODS = "/api/v1/namespaces/default/pods";
  private static final String POD =
      """
      {"metadata":{"name":"p"},"spec":{"containers":[{"name":"c","image":"a:1"}]}}
      """;

  private final OpenServer server = new OpenServer(new MeasuredTimes());
  private final TestWebhook webhook = new TestWebhook(AdmissionWebhooksTest::allow);

  @AfterEach
  void stop() {
    webhook.close();
    server.close();
  }

  static String allow(String question) {
    return respond(question, "'allowed':true");
  }

  private static String respond(String question, String members) {
    String uid = JsonTrees.read(question).at("/request/uid").asText();
    return "{'apiVersion':'admission.k8s.io/v1','kind':'AdmissionReview','response':{'uid':'%s',%s}}"
        .formatted(uid, members)
        .replace('\'', '"');
  }

  private static String patch(String question, String patch) {
    String encoded = Base64.getEncoder().encodeToString(patch.replace('\'', '"').getBytes(UTF_8));
    return respond(
        question, "'allowed':true,'patchType':'JSONPatch','patch':'%s'".formatted(encoded));
  }

  private void register(String sort, String name, String more) {
    JsonValue made =
        server.send(
            "POST",
            GROUP + sort + "webhookconfigurations",
            """
            {"metadata":{"name":"%1$s"},"webhooks":[{"name":"%1$s.example.com",
             "clientConfig":{"url":"%2$s","caBundle":"%3$s"},
             "rules":[{"apiGroups":["*"],"apiVersions":["v1"],"operations":["*"],
               "resources":["configmaps","deployments/*","events","pods"]}],
             "sideEffects":"None","admissionReviewVersions":["v1"],"timeoutSeconds":5%4$s}]}
            """
                .formatted(name, webhook.url(), webhook.authorities(), quoted(more)));
    assertThat(made.path("metadata").path("name").asText()).as(made.toString()).isEqualTo(name);
  }

  /** Returns JSON: ' stands for a quote, and ` for a quote inside a string. */
  private static String quoted(String text) {
    return text.replace('\'', '"').replace("`", "\\\"");
  }

  private static String map(String data) {
    return "{'metadata':{'name':'c','labels':{'l':'1'}},'data':{%s}}"
        .formatted(data)
        .replace('\'', '"');
  }

  private void answering(UnaryOperator<String> answering) {
    webhook.answering = answering::apply;
  }

  @Test
  void sendsTheSameBytesAsKubeApiserver() {
    register("validating", "v", "");

    JsonValue created = server.send("POST", MAPS + "?fieldManager=m", map("'a':'1'"));

    String review = webhook.questions().get(0);
    JsonObject object = (JsonObject) JsonTrees.read(review).at("/request/object");
    assertThat(review)
        .isEqualTo(
            """
            {"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","request":{"uid":"%s",\
            "kind":{"group":"","version":"v1","kind":"ConfigMap"},\
            "resource":{"group":"","version":"v1","resource":"configmaps"},\
            "requestKind":{"group":"","version":"v1","kind":"ConfigMap"},\
            "requestResource":{"group":"","version":"v1","resource":"configmaps"},\
            "name":"c","namespace":"default","operation":"CREATE",\
            "userInfo":{"username":"system:anonymous","groups":["system:unauthenticated"]},\
            "object":%s,"oldObject":null,"dryRun":false,\
            "options":{"kind":"CreateOptions","apiVersion":"meta.k8s.io/v1","fieldManager":"m"}}}
            """
                .formatted(
                    JsonTrees.read(review).at("/request/uid").asText(), JsonTrees.write(object)));
    assertThat(object.path("metadata").path("uid")).isEqualTo(created.at("/metadata/uid"));
    assertThat(object.fieldNames()).containsExactly("kind", "apiVersion", "metadata", "data");
  }

  @Test
  void callHasTheTraceContextOfTheRequest() {
    String trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    register("mutating", "m", "");
    register("validating", "v", "");

    assertThat(server.traced(trace, "POST", MAPS, map("'a':'1'")).statusCode()).isEqualTo(201);
    assertThat(server.traced(trace, "DELETE", MAPS + "/c", "").statusCode()).isEqualTo(200);

    assertThat(webhook.traces()).hasSize(4).containsOnly(trace + " a=1");
  }

  @Test
  void callOmitsInvalidTraceContext() {
    register("validating", "v", "");

    assertThat(server.traced("00-0af7", "POST", MAPS, map("'a':'1'")).statusCode()).isEqualTo(201);

    assertThat(webhook.traces()).containsExactly("null null");
  }

  @Test
  void patchIsAppliedWithoutFieldManager() {
    register("mutating", "m", "");
    answering(q -> patch(q, "[{'op':'add','path':'/data/x','value':'y'}]"));

    JsonValue created = server.send("POST", MAPS + "?fieldManager=m", map("'a':'1'"));

    assertThat(created.at("/data/x").asText()).isEqualTo("y");
    assertThat(created.at("/metadata/managedFields").size()).isEqualTo(1);
    assertThat(created.at("/metadata/managedFields/0/fieldsV1/f:data").toString())
        .isEqualTo("{\".\":{},\"f:a\":{}}");
    assertThat(server.send("GET", MAPS + "/c", "").at("/data/x").asText()).isEqualTo("y");
  }

  /** The built-in plug-ins ran only before webhooks: an injected container got no token. */
  @Test
  void pluginsOfPodsRunAgainAfterAWebhook() {
    register("mutating", "m", "");
    answering(
        q ->
            patch(
                q,
                "[{'op':'add','path':'/spec/containers/-','value':{'name':'proxy','image':'p:1'}}]"));

    JsonValue spec = server.send("POST", PODS, POD).path("spec");

    assertThat(spec.path("volumes").size()).isEqualTo(1);
    assertThat(spec.at("/containers/1/volumeMounts/0/name"))
        .isEqualTo(spec.at("/volumes/0/name"))
        .isEqualTo(spec.at("/containers/0/volumeMounts/0/name"));
  }

  /** The account of a pod was checked only before webhooks. */
  @ParameterizedTest
  @CsvSource({
    "/spec/serviceAccountName, absent, 'error looking up service account default/absent:"
        + " serviceaccount \"absent\" not found'",
    "/spec/runtimeClassName, absent, 'pod rejected: RuntimeClass \"absent\" not found'",
    "/spec/priorityClassName, absent, no PriorityClass with name absent was found",
  })
  void rejectsPodWhoseReferenceAWebhookBreaks(String path, String value, String expected) {
    register("mutating", "m", "");
    answering(q -> patch(q, "[{'op':'add','path':'%s','value':'%s'}]".formatted(path, value)));

    JsonValue status = server.send("POST", PODS, POD);

    assertThat(status.path("code").asInt()).isEqualTo(403);
    assertThat(status.path("message").asText()).endsWith(expected);
  }

  @Test
  void webhooksAreCalledInTheOrderOfTheirConfigurations() {
    register("mutating", "b", "");
    register("mutating", "a", "");
    answering(
        q ->
            patch(
                q,
                "[{'op':'add','path':'/data/n','value':'%s1'}]"
                    .formatted(JsonTrees.read(q).at("/request/object/data/n").asText())));

    JsonValue created = server.send("POST", MAPS, map("'a':'1'"));

    assertThat(created.at("/data/n").asText()).isEqualTo("11");
    assertThat(webhook.questions()).hasSize(2);
  }

  @Test
  void reinvokesWebhookAfterALaterChange() {
    register("mutating", "a", ",'reinvocationPolicy':'IfNeeded'");
    register("mutating", "b", "");
    answering(
        q ->
            webhook.questions().size() == 2
                ? patch(q, "[{'op':'add','path':'/data/x','value':'y'}]")
                : allow(q));

    server.send("POST", MAPS, map("'a':'1'"));

    assertThat(webhook.questions()).hasSize(3);
    assertThat(JsonTrees.read(webhook.questions().get(2)).at("/request/object/data/x").asText())
        .isEqualTo("y");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          'allowed':false | 400 | | denied the request without explanation
          'allowed':false,'status':{'message':'not today'} | 400 | | denied the request: not today
          'allowed':false,'status':{'reason':'Teapot'} | 400 | Teapot | denied the request: Teapot
          'allowed':false,'status':{'reason':'Teapot','message':'a teapot','code':418} | 418 | Teapot | denied the request: a teapot
          'allowed':false,'status':{'message':'odd','code':200} | 400 | | denied the request: odd
          """)
  void denialHasStatusOfResponse(String members, int code, String reason, String message) {
    register("validating", "v", "");
    answering(q -> respond(q, members));

    JsonValue denied = server.send("POST", MAPS, map(""));

    assertThat(denied.path("code").asInt()).isEqualTo(code);
    assertThat(denied.path("reason").asText()).isEqualTo(reason == null ? "" : reason);
    assertThat(denied.path("message").asText())
        .isEqualTo("admission webhook \"v.example.com\" " + message);
    assertThat(server.code("GET", MAPS + "/c", "")).isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {no | failed to call webhook: couldn't get version/kind; json parse error: invalid character 'n' looking for beginning of object key string
          {"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview"} | received invalid webhook response: webhook response was absent
          {"apiVersion":"v1","kind":"Pod"} | failed to call webhook: no kind "Pod" is registered for version "v1" in scheme "k8s.io/apiserver/pkg/util/webhook/client.go:71"
          {"apiVersion":"admission.k8s.io/v1beta1","kind":"AdmissionReview"} | failed to call webhook: converting (v1beta1.AdmissionReview) to (v1.AdmissionReview): unknown conversion
          """)
  void rejectsWriteIfResponseIsInvalid(String response, String message) {
    register("mutating", "m", "");
    answering(q -> response);

    JsonValue failed = server.send("POST", MAPS, map(""));

    assertThat(failed.path("code").asInt()).isEqualTo(500);
    assertThat(failed.path("message").asText())
        .isEqualTo("Internal error occurred: failed calling webhook \"m.example.com\": " + message);
    assertThat(failed.at("/details/causes/0/message").asText())
        .isEqualTo("failed calling webhook \"m.example.com\": " + message);
  }

  /** The watch cache could be behind: the next request was selected by the old labels. */
  @Test
  void namespaceSelectorSeesALabelInTheNextRequest() {
    register("validating", "v", ",'namespaceSelector':{'matchLabels':{'checked':'yes'}}");
    answering(q -> respond(q, "'allowed':false"));
    String dryRun = MAPS + "?dryRun=All";
    var codes = new ArrayList<Integer>();

    for (int i = 0; i < 20; i++) {
      label("'yes'");
      codes.add(server.code("POST", dryRun, map("")));
      label("null");
      codes.add(server.code("POST", dryRun, map("")));
    }

    for (int i = 0; i < codes.size(); i++) {
      assertThat(codes.get(i)).as("request %d", i).isEqualTo(i % 2 == 0 ? 400 : 201);
    }
  }

  private void label(String checked) {
    server.patch(
        "merge-patch+json",
        "/api/v1/namespaces/default",
        "{'metadata':{'labels':{'checked':%s}}}".formatted(checked).replace('\'', '"'));
  }

  @Test
  void ignoresFailureIfFailurePolicyIsIgnore() {
    register("mutating", "m", ",'failurePolicy':'Ignore'");
    answering(q -> "{no");

    assertThat(server.code("POST", MAPS, map(""))).isEqualTo(201);
    assertThat(webhook.questions()).hasSize(1);
  }

  @Test
  void rejectsPatchWithWrongType() {
    register("mutating", "m", "");
    answering(q -> patch(q, "[{'op':'add','path':'/data','value':5}]"));

    assertThat(server.send("POST", MAPS, map("")).path("message").asText())
        .isEqualTo(
            "Internal error occurred: json: cannot unmarshal number into Go struct field"
                + " ConfigMap.data of type map[string]string");
  }

  @Test
  void dryRunNeedsWebhookWithoutSideEffects() {
    register("validating", "v", "");
    String path = GROUP + "validatingwebhookconfigurations/v";
    JsonObject changed = (JsonObject) server.send("GET", path, "");
    ((JsonObject) changed.path("webhooks").path(0)).put("sideEffects", "NoneOnDryRun");
    server.send("PUT", path, JsonTrees.write(changed));

    assertThat(server.code("POST", MAPS + "?dryRun=All", map(""))).isEqualTo(201);
    assertThat(JsonTrees.read(webhook.questions().get(0)).at("/request/dryRun").asBoolean())
        .isTrue();
  }

  @Test
  void conditionsAndSelectorsExcludeRequests() {
    register("validating", "labels", ",'objectSelector':{'matchLabels':{'l':'2'}}");
    register("validating", "place", ",'namespaceSelector':{'matchLabels':{'team':'blue'}}");
    register(
        "validating",
        "condition",
        ",'matchConditions':[{'name':'a','expression':'object.data.a == request.name'}]");

    assertThat(server.code("POST", MAPS, map("'a':'b'"))).isEqualTo(201);

    assertThat(webhook.questions()).isEmpty();
  }

  @Test
  void rejectsWriteIfConditionFails() {
    register(
        "mutating", "m", ",'matchConditions':[{'name':'a','expression':'object.data.x == `y`'}]");

    JsonValue rejected = server.send("POST", MAPS, map("'a':'1'"));

    assertThat(rejected.path("message").asText())
        .isEqualTo(
            "configmaps \"c\" is forbidden: expression 'object.data.x == \"y\"' resulted in error:"
                + " no such key: x");
    assertThat(rejected.path("code").asInt()).isEqualTo(403);
  }

  @Test
  void deleteReviewHasTheOldObjectAndTheOptions() {
    server.send("POST", MAPS, map("'a':'1'"));
    register("validating", "v", "");

    server.send("DELETE", MAPS + "/c?propagationPolicy=Background", "");

    JsonValue request = JsonTrees.read(webhook.questions().get(0)).path("request");
    assertThat(request.path("operation").asText()).isEqualTo("DELETE");
    assertThat(request.path("object").isNull()).isTrue();
    assertThat(request.at("/oldObject/data/a").asText()).isEqualTo("1");
    assertThat(JsonTrees.write(request.path("options")))
        .isEqualTo(
            """
            {"kind":"DeleteOptions","apiVersion":"meta.k8s.io/v1","propagationPolicy":"Background"}\
            """);
  }

  @Test
  void deletecollectionReviewsEachObjectWithoutAName() {
    server.send("POST", MAPS, map("'a':'1'"));
    register("validating", "v", "");

    server.send("DELETE", MAPS + "?labelSelector=l=1", "");

    JsonValue request = JsonTrees.read(webhook.questions().get(0)).path("request");
    assertThat(request.path("operation").asText()).isEqualTo("DELETE");
    assertThat(request.has("name")).isFalse();
    assertThat(webhook.questions()).hasSize(1);
  }

  @Test
  void equivalentVersionIsConverted() {
    register(
        "validating",
        "v",
        ",'matchConditions':[{'name':'a','expression':'request.requestKind.group != ``'}]");
    String path = GROUP + "validatingwebhookconfigurations/v";
    JsonObject changed = (JsonObject) server.send("GET", path, "");
    JsonObject rule = (JsonObject) changed.at("/webhooks/0/rules/0");
    rule.putArray("apiGroups").add("");
    server.send("PUT", path, JsonTrees.write(changed));

    server.send(
        "POST",
        "/apis/events.k8s.io/v1/namespaces/default/events",
        """
        {"metadata":{"name":"e"},"reason":"Why","action":"Do","type":"Normal",
         "eventTime":"2026-01-02T03:04:05.000000Z","reportingController":"a/b",
         "reportingInstance":"i","regarding":{"kind":"Pod","name":"p","namespace":"default"}}
        """);

    JsonValue request = JsonTrees.read(webhook.questions().get(0)).path("request");
    assertThat(request.at("/kind/group").asText()).isEmpty();
    assertThat(request.at("/requestKind/group").asText()).isEqualTo("events.k8s.io");
    assertThat(request.at("/object/involvedObject/name").asText()).isEqualTo("p");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          mutatingwebhookconfigurations | {'metadata':{'name':'x'}}
          validatingwebhookconfigurations | {'metadata':{'name':'x'}}
          mutatingadmissionpolicies | {'metadata':{'name':'x'},'spec':{'reinvocationPolicy':'Never','matchConstraints':{'resourceRules':[{'apiGroups':[''],'apiVersions':['v1'],'operations':['*'],'resources':['pods']}]},'mutations':[{'patchType':'ApplyConfiguration','applyConfiguration':{'expression':'Object{}'}}]}}
          validatingadmissionpolicies | {'metadata':{'name':'x'},'spec':{'matchConstraints':{'resourceRules':[{'apiGroups':[''],'apiVersions':['v1'],'operations':['*'],'resources':['pods']}]},'validations':[{'expression':'true'}]}}
          mutatingadmissionpolicybindings | {'metadata':{'name':'x'},'spec':{'policyName':'x'}}
          validatingadmissionpolicybindings | {'metadata':{'name':'x'},'spec':{'policyName':'x','validationActions':['Deny']}}
          """)
  void configurationOfAdmissionIsNotReviewed(String resource, String object) {
    register("validating", "v", "");
    String path = GROUP + "validatingwebhookconfigurations/v";
    JsonObject changed = (JsonObject) server.send("GET", path, "");
    ((JsonObject) changed.at("/webhooks/0/rules/0")).putArray("resources").add("*");
    server.send("PUT", path, JsonTrees.write(changed));
    answering(q -> respond(q, "'allowed':false"));

    assertThat(server.code("POST", MAPS, map(""))).isEqualTo(400);
    assertThat(server.code("POST", GROUP + resource, quoted(object))).isEqualTo(201);
    assertThat(server.code("DELETE", GROUP + resource + "/x", "")).isEqualTo(200);
  }
}
