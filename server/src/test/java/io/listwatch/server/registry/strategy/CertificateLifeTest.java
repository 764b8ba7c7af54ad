package io.listwatch.server.registry.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.x509.SigningRequests;
import io.listwatch.server.auth.Authorizer.Decision;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.registry.verbs.ObjectsUnderTest;
import io.listwatch.server.registry.verbs.VerbsFixture;
import io.listwatch.server.registry.write.WriteOptions;
import io.listwatch.server.registry.write.WriteOptions.FieldValidation;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The lifecycle of a CertificateSigningRequest: created, approved, signed. */
final class CertificateLifeTest {
  private static final UserInfo ANN =
      new UserInfo("ann", "u1", List.of("g", "h"), Map.of("example.com/k", List.of("v", "w")));
  private static final WriteOptions BY_ANN =
      new WriteOptions("tester", false, FieldValidation.WARN, false).by(ANN);
  private static final String WHY = "certificatesigningrequests.certificates.k8s.io \"r\" is ";

  /** Ann may approve for one domain and sign for none; the server may do everything. */
  private final VerbsFixture fixture =
      new VerbsFixture(
          access ->
              !access.user().equals(ANN)
                      || ("approve".equals(access.verb())
                          && "signers".equals(access.resource())
                          && "example.com/*".equals(access.name()))
                  ? Decision.ALLOWED
                  : Decision.denied(""));

  private final ObjectsUnderTest requests =
      new ObjectsUnderTest(fixture, "certificates.k8s.io", "certificatesigningrequests");

  @AfterEach
  void close() {
    fixture.close();
  }

  private static String request(String signer, String pem, String more) {
    return ("{'metadata':{'name':'r'},'spec':{'request':'%s','signerName':'%s',"
            + "'usages':['client auth']%s}}")
        .formatted(pem, signer, more);
  }

  private void ask() {
    requests.create(request("example.com/s", SigningRequests.encoded("x"), ""));
  }

  private static String status(String conditions, String more) {
    return "{'metadata':{'name':'r'},'status':{'conditions':[%s]%s}}".formatted(conditions, more);
  }

  private static String condition(String type) {
    return "{'type':'%s','status':'True','reason':'because'}".formatted(type);
  }

  private JsonValue decide(String type) {
    return ObjectsUnderTest.tree(
        requests.update("r", "approval", status(condition(type), "")).object());
  }

  private JsonValue report(String conditions, String more) {
    return ObjectsUnderTest.tree(requests.update("r", "status", status(conditions, more)).object());
  }

  @Test
  void serverSetsUserOfRequest() {
    String liar = ",'username':'root','uid':'0','groups':['system:masters'],'extra':{'a':['b']}";

    JsonValue spec =
        ObjectsUnderTest.tree(
                requests
                    .create(request("example.com/s", SigningRequests.encoded("x"), liar), BY_ANN)
                    .object())
            .path("spec");

    assertThat(spec.path("username").asText()).isEqualTo("ann");
    assertThat(spec.path("uid").asText()).isEqualTo("u1");
    assertThat(spec.path("groups")).hasToString("[\"g\",\"h\"]");
    assertThat(spec.path("extra")).hasToString("{\"example.com/k\":[\"v\",\"w\"]}");
  }

  @Test
  void specIsImmutable() {
    ask();

    requests.merge("r", "{'metadata':{'labels':{'a':'b'}},'spec':{'username':'root'}}");

    JsonValue now = requests.get("r");
    assertThat(now.at("/spec/username").asText()).isEqualTo("system:apiserver");
    assertThat(now.at("/metadata/labels/a").asText()).isEqualTo("b");
  }

  @Test
  void specHasNoFieldManager() {
    requests.create(
        request("example.com/s", SigningRequests.encoded("x"), "")
            .replace("'name':'r'", "'name':'r','labels':{'a':'b'}"));

    JsonValue owners = requests.get("r").at("/metadata/managedFields");

    assertThat(owners).hasSize(1);
    assertThat(owners.at("/0/fieldsV1").toString())
        .isEqualTo("{\"f:metadata\":{\"f:labels\":{\".\":{},\"f:a\":{}}}}");
  }

  @Test
  void rejectsClientCertificateForSystemMasters() {
    String masters = SigningRequests.encoded("x", "a", "system:masters");
    String clients = "kubernetes.io/kube-apiserver-client";

    assertThatThrownBy(() -> requests.create(request(clients, masters, "")))
        .hasMessage(
            "Forbidden: %sforbidden: use of %s signer with system:masters group is not allowed",
            WHY, clients);
    requests.create(request("example.com/s", masters, ""));
    requests.delete("r");
    requests.create(request(clients, SigningRequests.encoded("x", "a"), ""));
  }

  @Test
  void rejectsMalformedCertificateRequest() {
    String text = Base64.getEncoder().encodeToString("x".getBytes(StandardCharsets.US_ASCII));

    assertThatThrownBy(() -> requests.create(request("example.com/s", text, "")))
        .hasMessageContaining("spec.request: Invalid value: ")
        .hasMessageContaining("PEM block type must be CERTIFICATE REQUEST");
    assertThatThrownBy(() -> requests.create(request("example.com/s", "", "")))
        .hasMessageContaining("PEM block type must be CERTIFICATE REQUEST");
  }

  @Test
  void approvalHasTimestampsAndCannotBeRemoved() {
    ask();
    JsonValue decided = decide("Approved").at("/status/conditions/0");
    fixture.timers.advance(Duration.ofHours(1));

    assertThat(decided.path("lastUpdateTime").asText()).isNotEmpty();
    assertThat(decided.path("lastTransitionTime")).isEqualTo(decided.path("lastUpdateTime"));
    JsonValue again = decide("Approved").at("/status/conditions/0");
    assertThat(again.path("lastTransitionTime")).isEqualTo(decided.path("lastTransitionTime"));
    assertThat(again.path("lastUpdateTime")).isNotEqualTo(decided.path("lastUpdateTime"));
    assertThatThrownBy(() -> requests.update("r", "approval", status("", "")))
        .hasMessageContaining("updates may not remove a condition of type \"Approved\"");
    assertThatThrownBy(
            () ->
                requests.update(
                    "r", "approval", status(condition("Approved") + "," + condition("Denied"), "")))
        .hasMessageContaining("Approved and Denied conditions are mutually exclusive");
  }

  @Test
  void approvalMustBeTrue() {
    ask();

    assertThatThrownBy(
            () ->
                requests.update(
                    "r", "approval", status("{'type':'Approved','status':'False'}", "")))
        .hasMessageContaining(
            "status.conditions[0].status: Unsupported value: \"False\": supported values:"
                + " \"True\"");
  }

  @Test
  void approvalCannotSignAndStatusCannotApprove() {
    ask();

    requests.update("r", "approval", status(condition("Approved"), ",'certificate':'eA=='"));

    assertThat(requests.get("r").path("status").has("certificate")).isFalse();
    assertThatThrownBy(() -> report(condition("Approved") + "," + condition("Denied"), ""))
        .hasMessageContaining("updates may not add a condition of type \"Denied\"");
    assertThatThrownBy(() -> report("", ""))
        .hasMessageContaining("updates may not remove a condition of type \"Approved\"");
    JsonValue changed = report("{'type':'Approved','status':'True','reason':'no'}", "");
    assertThat(changed.at("/status/conditions/0/reason").asText()).isEqualTo("because");
  }

  @Test
  void certificateIsValidatedAndImmutable() {
    ask();
    decide("Approved");
    String wrong = ",'certificate':'eA=='";

    assertThatThrownBy(() -> report(condition("Approved"), wrong))
        .hasMessageContaining(
            "status.certificate: Invalid value: \"<certificate data>\": must contain at least one"
                + " CERTIFICATE PEM block");
    String first = ",'certificate':'%s'".formatted(SigningRequests.encodedCertificate());
    report(condition("Approved"), first);
    String second = ",'certificate':'%s'".formatted(SigningRequests.encodedCertificate());
    assertThatThrownBy(() -> report(condition("Approved"), second))
        .hasMessageContaining("updates may not modify existing certificate content");
  }

  @Test
  void approvingAndSigningNeedAccessToSigner() {
    ask();

    requests.update("r", "approval", status(condition("Approved"), ""), BY_ANN);

    assertThatThrownBy(
            () ->
                requests.update(
                    "r",
                    "status",
                    status(condition("Approved") + "," + condition("Failed"), ""),
                    BY_ANN))
        .hasMessage(
            "Forbidden: %sforbidden: user not permitted to sign requests with signerName"
                + " \"example.com/s\"",
            WHY);
    requests.delete("r");
    requests.create(request("other.com/s", SigningRequests.encoded("x"), ""));
    assertThatThrownBy(
            () -> requests.update("r", "approval", status(condition("Approved"), ""), BY_ANN))
        .hasMessageContaining("user not permitted to approve requests with signerName");
  }

  @Test
  void putDoesNotCreateCertificateRequest() {
    assertThatThrownBy(
            () ->
                requests.update(
                    "r", "", request("example.com/s", SigningRequests.encoded("x"), "")))
        .hasMessageContaining("not found");
  }
}
