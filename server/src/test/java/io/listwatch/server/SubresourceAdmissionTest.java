package io.listwatch.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.webhook.TestWebhook;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Admission sees the kinds of subresources, and connections, as kube-apiserver shows them. */
final class SubresourceAdmissionTest {
  private static final String GROUP = "/apis/admissionregistration.k8s.io/v1/";
  private static final String POD = "/api/v1/namespaces/default/pods/p";
  private static final String DEPLOYMENT = "/apis/apps/v1/namespaces/default/deployments/d";

  private final OpenServer server = new OpenServer();
  private final TestWebhook webhook = new TestWebhook(question -> respond(question, ""));

  @BeforeEach
  void createObjects() {
    post(
        "/api/v1/namespaces/default/pods",
        "{'metadata':{'name':'p'},'spec':{'containers':[{'name':'c','image':'i'}]}}");
    post(
        "/apis/apps/v1/namespaces/default/deployments",
        "{'metadata':{'name':'d','labels':{'app':'d'}},'spec':{'replicas':2,"
            + "'selector':{'matchLabels':{'a':'b'}},'template':{'metadata':{'labels':{'a':'b'}},"
            + "'spec':{'containers':[{'name':'c','image':'i'}]}}}}");
  }

  @AfterEach
  void stop() {
    webhook.close();
    server.close();
  }

  private JsonValue post(String path, String json) {
    return server.send("POST", path, json.replace('\'', '"'));
  }

  private static String respond(String question, String more) {
    return "{'apiVersion':'admission.k8s.io/v1','kind':'AdmissionReview','response':{'uid':'%s',"
        .formatted(JsonTrees.read(question).at("/request/uid").asText())
        .concat("'allowed':true%s}}".formatted(more))
        .replace('\'', '"');
  }

  private static String patch(String question, String operations) {
    String patch =
        Base64.getEncoder().encodeToString(operations.replace('\'', '"').getBytes(UTF_8));
    return respond(question, ",'patchType':'JSONPatch','patch':'" + patch + "'");
  }

  private void register(String sort, String operation, String resource) {
    JsonValue made =
        post(
            GROUP + sort + "webhookconfigurations",
            """
            {'metadata':{'name':'w'},'webhooks':[{'name':'w.example.com',
             'clientConfig':{'url':'%s','caBundle':'%s'},
             'rules':[{'apiGroups':['*'],'apiVersions':['*'],'operations':['%s'],
               'resources':['%s']}],
             'sideEffects':'None','admissionReviewVersions':['v1'],'timeoutSeconds':5}]}
            """
                .formatted(webhook.url(), webhook.authorities(), operation, resource));
    assertThat(made.path("kind").asText()).as(made.toString()).isNotEqualTo("Status");
  }

  private JsonValue question() {
    List<String> questions = webhook.questions();
    assertThat(questions).hasSize(1);
    return JsonTrees.read(questions.get(0)).path("request");
  }

  private static void assertDescribes(
      JsonValue request, String kind, String resource, String subresource, String operation) {
    assertThat(request.path("kind").toString()).isEqualTo(kind);
    assertThat(request.path("requestKind").toString()).isEqualTo(kind);
    assertThat(request.at("/resource/resource").asText()).isEqualTo(resource);
    assertThat(request.path("subResource").asText()).isEqualTo(subresource);
    assertThat(request.path("operation").asText()).isEqualTo(operation);
  }

  @Test
  void scaleIsReviewedAsUpdateOfScale() {
    register("validating", "*", "deployments/*");

    assertThat(
            server
                .patch("merge-patch+json", DEPLOYMENT + "/scale", "{\"spec\":{\"replicas\":5}}")
                .statusCode())
        .isEqualTo(200);

    JsonValue request = question();
    assertDescribes(
        request,
        "{\"group\":\"autoscaling\",\"version\":\"v1\",\"kind\":\"Scale\"}",
        "deployments",
        "scale",
        "UPDATE");
    assertThat(request.at("/object/kind").asText()).isEqualTo("Scale");
    assertThat(request.at("/object/spec/replicas").longValue()).isEqualTo(5);
    assertThat(request.at("/oldObject/spec/replicas").longValue()).isEqualTo(2);
    assertThat(request.at("/object/status/selector").asText()).isEqualTo("a=b");
    assertThat(request.at("/object/metadata").has("labels")).isFalse();
  }

  @Test
  void mutatedScaleChangesTheObject() {
    register("mutating", "*", "*/scale");
    webhook.answering = q -> patch(q, "[{'op':'replace','path':'/spec/replicas','value':3}]");

    JsonValue scaled =
        JsonTrees.read(
            server
                .patch("merge-patch+json", DEPLOYMENT + "/scale", "{\"spec\":{\"replicas\":5}}")
                .body());

    assertThat(scaled.at("/spec/replicas").longValue()).as(scaled.toString()).isEqualTo(3);
    assertThat(server.send("GET", DEPLOYMENT, "").at("/spec/replicas").longValue()).isEqualTo(3);
  }

  @Test
  void bindingIsReviewedAsCreateOfBinding() {
    register("mutating", "*", "pods/*");
    webhook.answering =
        q -> patch(q, "[{'op':'add','path':'/metadata/labels','value':{'zone':'a'}}]");

    JsonValue bound =
        post(
            POD + "/binding?fieldManager=m",
            "{'metadata':{'name':'p'},'target':{'kind':'Node','name':'n'}}");

    assertThat(bound.path("status").asText()).as(bound.toString()).isEqualTo("Success");
    JsonValue request = question();
    assertDescribes(
        request,
        "{\"group\":\"\",\"version\":\"v1\",\"kind\":\"Binding\"}",
        "pods",
        "binding",
        "CREATE");
    assertThat(request.path("oldObject").isNull()).isTrue();
    assertThat(request.at("/object/target").toString())
        .isEqualTo("{\"kind\":\"Node\",\"name\":\"n\"}");
    assertThat(request.at("/object/metadata/namespace").asText()).isEqualTo("default");
    assertThat(request.at("/object/metadata/managedFields/0/subresource").asText())
        .isEqualTo("binding");
    assertThat(request.at("/options/kind").asText()).isEqualTo("CreateOptions");
    JsonValue pod = server.send("GET", POD, "");
    assertThat(pod.at("/metadata/labels/zone").asText()).isEqualTo("a");
    assertThat(pod.at("/spec/nodeName").asText()).isEqualTo("n");
  }

  @Test
  void evictionIsReviewedAsCreateOfEvictionOnly() {
    register("validating", "*", "pods/*','pods");

    JsonValue evicted =
        post(
            POD + "/eviction",
            "{'apiVersion':'policy/v1','kind':'Eviction','metadata':{'name':'p'},"
                + "'deleteOptions':{'gracePeriodSeconds':0}}");

    assertThat(evicted.path("status").asText()).as(evicted.toString()).isEqualTo("Success");
    JsonValue request = question();
    assertDescribes(
        request,
        "{\"group\":\"policy\",\"version\":\"v1\",\"kind\":\"Eviction\"}",
        "pods",
        "eviction",
        "CREATE");
    assertThat(request.at("/object/deleteOptions/gracePeriodSeconds").longValue()).isZero();
    assertThat(server.code("GET", POD, "")).isEqualTo(404);
  }

  @Test
  void deniedEvictionKeepsThePod() {
    register("validating", "CREATE", "pods/eviction");
    webhook.answering = q -> respond(q, "").replace("\"allowed\":true", "\"allowed\":false");

    JsonValue evicted =
        post(
            POD + "/eviction",
            "{'apiVersion':'policy/v1','kind':'Eviction','metadata':{'name':'p'}}");

    assertThat(evicted.path("message").asText())
        .isEqualTo("admission webhook \"w.example.com\" denied the request without explanation");
    assertThat(server.code("GET", POD, "")).isEqualTo(200);
    assertThat(server.send("GET", POD, "").at("/status/conditions").toString())
        .doesNotContain("DisruptionTarget");
  }

  @Test
  void tokenIsReviewedAsCreateOfTokenRequest() {
    post("/api/v1/namespaces/default/serviceaccounts", "{'metadata':{'name':'robot'}}");
    register("mutating", "CREATE", "serviceaccounts/token");
    webhook.answering =
        q -> patch(q, "[{'op':'add','path':'/spec/expirationSeconds','value':1200}]");

    JsonValue token =
        post(
            "/api/v1/namespaces/default/serviceaccounts/robot/token",
            "{'spec':{'audiences':['a']}}");

    JsonValue request = question();
    assertDescribes(
        request,
        "{\"group\":\"authentication.k8s.io\",\"version\":\"v1\",\"kind\":\"TokenRequest\"}",
        "serviceaccounts",
        "token",
        "CREATE");
    assertThat(request.path("name").asText()).isEqualTo("robot");
    assertThat(request.at("/object/spec/audiences").toString()).isEqualTo("[\"a\"]");
    assertThat(token.at("/spec/expirationSeconds").longValue())
        .as(token.toString())
        .isEqualTo(1200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "pods/p/exec?command=sh&command=-c&stdin=1&container=c | PodExecOptions |"
            + " ,'stdin':true,'container':'c','command':['sh','-c']",
        "pods/p/exec | PodExecOptions | ,'command':null",
        "pods/p/attach?stdout=true&tty=false | PodAttachOptions | ,'stdout':true",
        "pods/p/portforward?ports=80&ports=443 | PodPortForwardOptions | ,'ports':[80,443]",
        "pods/p/proxy/a/b/ | PodProxyOptions | ,'path':'/a/b/'",
        "services/s:80/proxy | ServiceProxyOptions | ~~",
      })
  void connectionsAreReviewedAsConnect(String path, String kind, String members) {
    String resource = path.substring(0, path.indexOf('/'));
    register("validating", "CONNECT", resource + "/*");
    webhook.answering = q -> respond(q, "").replace("\"allowed\":true", "\"allowed\":false");

    JsonValue answer = server.send("GET", "/api/v1/namespaces/default/" + path, "");

    assertThat(answer.path("message").asText()).contains("denied the request");
    JsonValue request = question();
    assertDescribes(
        request,
        "{\"group\":\"\",\"version\":\"v1\",\"kind\":\"%s\"}".formatted(kind),
        resource,
        path.split("[/?]", -1)[2],
        "CONNECT");
    assertThat(request.path("object").toString())
        .isEqualTo("{'kind':'%s','apiVersion':'v1'%s}".formatted(kind, members).replace('\'', '"'));
    assertThat(request.path("oldObject").isNull() && request.path("options").isNull()).isTrue();
    assertThat(request.path("name").asText()).isEqualTo(path.split("/", -1)[1]);
  }

  @Test
  void policiesSeeTheOptionsOfConnections() {
    post(
        GROUP + "validatingadmissionpolicies",
        """
        {'metadata':{'name':'p'},'spec':{'matchConstraints':{'resourceRules':[{'apiGroups':[''],
          'apiVersions':['v1'],'operations':['CONNECT'],'resources':['pods/exec']}]},
         'validations':[{'expression':'object.container == request.name'}]}}
        """);
    post(
        GROUP + "validatingadmissionpolicybindings",
        "{'metadata':{'name':'b'},'spec':{'policyName':'p','validationActions':['Deny']}}");

    assertThat(
            server.send("GET", POD + "/exec?command=sh&container=c", "").path("message").asText())
        .isEqualTo(
            "pods \"p\" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied"
                + " request: failed expression: object.container == request.name");
    assertThat(server.code("GET", POD + "/log", "")).isEqualTo(204);
  }
}
