package io.listwatch.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Validating admission policies with parameters, conditions and exclusions. The transcript {@code
 * policy.validating} has the rest.
 */
final class ValidatingPoliciesTest {
  private static final String GROUP = "/apis/admissionregistration.k8s.io/v1/";
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";

  private final OpenServer server = new OpenServer();

  @AfterEach
  void stop() {
    server.close();
  }

  /** Creates an object; ' stands for a quote, and ` for one inside a string. */
  private void create(String path, String json) {
    JsonValue made = server.send("POST", path, json.replace('\'', '"').replace("`", "'"));
    assertThat(made.path("kind").asText()).as(made.toString()).isNotEqualTo("Status");
  }

  private void policy(String more) {
    create(
        GROUP + "validatingadmissionpolicies",
        """
        {'metadata':{'name':'p'},'spec':{'matchConstraints':{'resourceRules':[{'apiGroups':[''],
          'apiVersions':['v1'],'operations':['*'],'resources':['configmaps']}]%s}}
        """
            .formatted(more));
  }

  private void binding(String more) {
    create(
        GROUP + "validatingadmissionpolicybindings",
        """
        {'metadata':{'name':'b'},
         'spec':{'policyName':'p','validationActions':['Deny']%s}}
        """
            .formatted(more));
  }

  private String rejection(String name) {
    return server
        .send("POST", MAPS, "{\"metadata\":{\"name\":\"%s\"}}".formatted(name))
        .path("message")
        .asText();
  }

  @Test
  void policyWhoseParametersHaveUnknownKindRejectsWrites() {
    policy(
        "},'paramKind':{'apiVersion':'example.com/v1','kind':'Gone'},"
            + "'validations':[{'expression':'true'}]");
    binding(",'paramRef':{'name':'x','parameterNotFoundAction':'Allow'}");

    assertThat(rejection("a"))
        .isEqualTo(
            "configmaps \"a\" is forbidden: ValidatingAdmissionPolicy 'p' denied request: failed to"
                + " configure policy: failed to find resource referenced by paramKind:"
                + " 'example.com/v1, Kind=Gone'");
  }

  @Test
  void policyWithoutBindingHasNoEffect() {
    policy("},'validations':[{'expression':'false'}]");

    assertThat(rejection("a")).isEmpty();

    binding("");
    assertThat(rejection("b"))
        .isEqualTo(
            "configmaps \"b\" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied"
                + " request: failed expression: false");
    assertThat(server.code("DELETE", GROUP + "validatingadmissionpolicybindings/b", ""))
        .isEqualTo(200);
    assertThat(rejection("c")).isEmpty();
  }

  @Test
  void readsParametersByNameAndBySelector() {
    create(MAPS, "{'metadata':{'name':'limits','labels':{'l':'1'}},'data':{'name':'good'}}");
    policy(
        "},'paramKind':{'apiVersion':'v1','kind':'ConfigMap'},"
            + "'validations':[{'expression':'request.name == params.data.name'}]");
    binding(",'paramRef':{'name':'limits','namespace':'default','parameterNotFoundAction':'Deny'}");

    assertThat(rejection("bad")).contains("failed expression: request.name == params.data.name");
    assertThat(rejection("good")).isEmpty();

    server.send("DELETE", GROUP + "validatingadmissionpolicybindings/b", "");
    binding(",'paramRef':{'selector':{'matchLabels':{'l':'1'}},'parameterNotFoundAction':'Deny'}");
    assertThat(rejection("worse")).contains("failed expression");
  }

  @Test
  void missingParameterFollowsParameterNotFoundAction() {
    policy(
        "},'paramKind':{'apiVersion':'v1','kind':'ConfigMap'},'validations':[{'expression':'false'}]");
    binding(",'paramRef':{'name':'absent','namespace':'default','parameterNotFoundAction':'Deny'}");

    assertThat(rejection("a"))
        .endsWith(
            "denied request: failed to configure binding: no params found for policy binding with"
                + " `Deny` parameterNotFoundAction");

    server.send("DELETE", GROUP + "validatingadmissionpolicybindings/b", "");
    binding(
        ",'paramRef':{'name':'absent','namespace':'default','parameterNotFoundAction':'Allow'}");
    assertThat(rejection("b")).isEmpty();
  }

  @Test
  void conditionsAndExclusionsSkipThePolicy() {
    policy(
        ",'excludeResourceRules':[{'apiGroups':[''],'apiVersions':['v1'],'operations':['*'],"
            + "'resources':['configmaps'],'resourceNames':['free']}]},"
            + "'matchConditions':[{'name':'c','expression':'request.name != `skipped`'}],"
            + "'validations':[{'expression':'false'}]");
    binding("");

    assertThat(rejection("free")).isEmpty();
    assertThat(rejection("skipped")).isEmpty();
    assertThat(rejection("other")).isNotEmpty();
  }

  @Test
  void expensiveExpressionFails() {
    policy(
        "},'validations':[{'expression':'lists.range(1000).all(a, lists.range(1000).all(b,"
            + " lists.range(1000).all(c, true)))'}]");
    binding("");

    assertThat(rejection("a")).contains("actual cost limit exceeded");
  }

  @Test
  void appliesToEquivalentGroup() {
    create(
        GROUP + "validatingadmissionpolicies",
        """
        {'metadata':{'name':'p'},'spec':{'matchConstraints':{'resourceRules':[{'apiGroups':[''],
          'apiVersions':['v1'],'operations':['*'],'resources':['events']}]},
          'validations':[{'expression':'object.involvedObject.name != `p`'}]}}
        """);
    binding("");

    JsonValue denied =
        server.send(
            "POST",
            "/apis/events.k8s.io/v1/namespaces/default/events",
            """
            {"metadata":{"name":"e"},"reason":"Why","action":"Do","type":"Normal",
             "eventTime":"2026-01-02T03:04:05.000000Z","reportingController":"a/b",
             "reportingInstance":"i","regarding":{"kind":"Pod","name":"p","namespace":"default"}}
            """);

    assertThat(denied.path("message").asText())
        .endsWith("failed expression: object.involvedObject.name != 'p'");
  }
}
