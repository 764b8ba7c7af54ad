package io.listwatch.server.auth.token;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.resource.Workers;
import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class JwsTest {
  private static final JsonObject PAYLOAD = new JsonObject().put("iss", "me");

  @Test
  void verifiesTokenThatKubeApiserverSigned() {
    Jws token = Jws.parse(RecordedKeys.text("recorded-token.txt")).orElseThrow();
    TokenKey rsa = RecordedKeys.keys().get(0);

    assertThat(token.keyId()).isEqualTo(rsa.id());
    assertThat(token.isSignedWith(rsa)).isTrue();
    assertThat(token.payload().path("sub").asText())
        .isEqualTo("system:serviceaccount:default:robot");
  }

  /** Appendix A.3 of RFC 7515. */
  @Test
  void verifiesEs256ExampleOfTheStandard() throws GeneralSecurityException {
    TokenKey key =
        curveKey(
            "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
            "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0");

    Jws token =
        Jws.parse(
                "eyJhbGciOiJFUzI1NiJ9"
                    + ".eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFt"
                    + "cGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
                    + ".DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSA"
                    + "pmWQxfKTUJqPP3-Kg6NU1Q")
            .orElseThrow();

    assertThat(token.isSignedWith(key)).isTrue();
    assertThat(token.payload().path("iss").asText()).isEqualTo("joe");
  }

  private static TokenKey curveKey(String x, String y) throws GeneralSecurityException {
    var parameters = AlgorithmParameters.getInstance("EC");
    parameters.init(new ECGenParameterSpec("secp256r1"));
    var point = new ECPoint(number(x), number(y));
    var spec = new ECPublicKeySpec(point, parameters.getParameterSpec(ECParameterSpec.class));
    return TokenKey.of(KeyFactory.getInstance("EC").generatePublic(spec), null);
  }

  private static BigInteger number(String text) {
    return new BigInteger(1, Base64.getUrlDecoder().decode(text));
  }

  @ParameterizedTest
  @CsvSource({"RSA,2048,RS256", "EC,256,ES256", "EC,384,ES384", "EC,521,ES512"})
  void keyDecidesTheAlgorithm(String type, int bits, String algorithm) throws Exception {
    TokenKey key = key(type, bits);

    Jws token = Jws.parse(Jws.sign(PAYLOAD, key)).orElseThrow();

    assertThat(key.algorithm()).isEqualTo(algorithm);
    assertThat(token.isSignedWith(key)).isTrue();
    assertThat(token.payload()).isEqualTo(PAYLOAD);
    assertThat(token.keyId()).isEqualTo(key.id());
    assertThat(token.isSignedWith(key(type, bits))).isFalse();
  }

  private static TokenKey key(String type, int bits) throws GeneralSecurityException {
    var generator = KeyPairGenerator.getInstance(type);
    generator.initialize(bits);
    KeyPair pair = generator.generateKeyPair();
    return TokenKey.of(pair.getPublic(), pair.getPrivate());
  }

  /** The algorithms that kube-apiserver accepts for a key that signs with RS256. */
  @ParameterizedTest
  @CsvSource({"RS256,true", "RS384,true", "RS512,true", "PS256,true", "PS384,false", "PS512,false"})
  void rsaKeyVerifiesSeveralAlgorithms(String algorithm, boolean accepted) throws Exception {
    TokenKey key = key("RSA", 2048);
    var signing = new TokenKey(key.id(), algorithm, key.publicKey(), key.privateKey());
    String token = Jws.sign(PAYLOAD, signing);
    var check = new SignatureCheck(new OneKey(key), new Workers(Runnable::run));

    String problem =
        check.problem(token, Jws.parse(token).orElseThrow()).toCompletableFuture().join();

    assertThat(problem.isEmpty()).isEqualTo(accepted);
  }

  private record OneKey(TokenKey key) implements TokenKeySource {
    @Override
    public CompletionStage<TokenKeys> signing() {
      return CompletableFuture.completedFuture(new TokenKeys(List.of(key)));
    }

    @Override
    public CompletionStage<TokenKeys> verifying(String id) {
      return signing();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"alg\":\"none\"}",
        "{\"alg\":\"HS256\"}",
        "{\"alg\":\"RS256\"}",
        "{\"alg\":\"ES384\"}",
        "{}",
        "{\"alg\":\"ES256\",\"crit\":[\"b64\"],\"b64\":false}"
      })
  void headerDoesNotChooseTheAlgorithm(String header) throws Exception {
    TokenKey key = key("EC", 256);
    String content = encoded(header) + "." + encoded("{}");
    String signature =
        Base64.getUrlEncoder().withoutPadding().encodeToString(key.sign(content.getBytes(UTF_8)));

    Jws token = Jws.parse(content + "." + signature).orElseThrow();

    assertThat(token.isSignedWith(key)).isFalse();
  }

  /** A signature of zeros was accepted by some versions of Java (CVE-2022-21449). */
  @Test
  void rejectsSignatureOfZeros() throws Exception {
    TokenKey key = key("EC", 256);
    String signed = Jws.sign(PAYLOAD, key);

    String zeros = Base64.getUrlEncoder().withoutPadding().encodeToString(new byte[64]);
    Jws token = Jws.parse(signed.substring(0, signed.lastIndexOf('.') + 1) + zeros).orElseThrow();

    assertThat(token.isSignedWith(key)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a",
        "a.b",
        "a.b.c",
        "e30.e30.!!",
        "e30.e30.e30.e30",
        "e30=.e30.",
        "W10.e30.",
        "e30.MQ."
      })
  void rejectsMalformedToken(String text) {
    assertThat(Jws.parse(text)).isEmpty();
  }

  @Test
  void longTokenIsNotParsed() {
    assertThat(Jws.parse("e30.e30." + "A".repeat(Jws.MAX_LENGTH))).isEmpty();
  }

  private static String encoded(String text) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(UTF_8));
  }

  @Test
  void keySetEqualsThatOfKubeApiserver() {
    var set = new JsonObject();
    var keys = set.putArray("keys");
    RecordedKeys.keys().forEach(each -> keys.add(each.jwk()));

    assertThat(set).hasToString(RecordedKeys.text("recorded-jwks.json"));
  }

  @Test
  void rejectsShortRsaKey() throws Exception {
    var generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(1024);
    KeyPair pair = generator.generateKeyPair();

    assertThatThrownBy(() -> TokenKey.of(pair.getPublic(), pair.getPrivate()))
        .hasMessage(
            "key: RSA (expected: RSA of at least 2048 bits, or EC on P-256, P-384 or P-521)");
  }
}
