package io.listwatch.testing.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.testing.DocPage;
import io.listwatch.testing.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** kubectl with tokens of service accounts, and the commands of docs/authority.md. */
@Tag("kubectl")
final class KubectlTokensTest {
  private final TestServer server = TestServer.builder().tls().rbac().start();
  private final Path directory;
  private final Kubectl administrator;
  private final Kubectl withoutCertificate;

  KubectlTokensTest(@TempDir Path directory) {
    this.directory = directory;
    this.administrator = new Kubectl(directory.resolve("admin"), directory);
    this.withoutCertificate = new Kubectl(directory.resolve("nobody"), directory);
  }

  @BeforeEach
  void writeKubeconfigs() throws IOException {
    String kubeconfig = server.kubeconfig();
    Files.writeString(directory.resolve("admin"), kubeconfig);
    Files.writeString(
        directory.resolve("nobody"), kubeconfig.replaceAll("(?m)^ *client-[a-z]+-data: .*$", ""));
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void commandsOfThePageWork() {
    String last = "";
    for (String each : DocPage.of("docs/authority.md").commands(KubectlTokensTest.class)) {
      String[] words = each.split(" ", -1);
      assertThat(words[0]).isEqualTo("kubectl");
      last = administrator.run(Arrays.copyOfRange(words, 1, words.length));
    }

    assertThat(last.strip()).isEqualTo("yes");
  }

  @Test
  void tokenAuthenticatesTheAccount() {
    administrator.run("create", "serviceaccount", "robot");
    String token = administrator.run("create", "token", "robot").strip();

    assertThat(
            withoutCertificate.run(
                "--token", token, "auth", "whoami", "-o", "jsonpath={.status.userInfo.username}"))
        .isEqualTo("system:serviceaccount:default:robot");
    assertThat(withoutCertificate.fail("--token", token, "get", "pods"))
        .contains("User \"system:serviceaccount:default:robot\" cannot list resource \"pods\"");
    administrator.run(
        "create", "rolebinding", "views", "--clusterrole=view", "--serviceaccount=default:robot");
    assertThat(withoutCertificate.run("--token", token, "get", "pods", "-o", "name")).isEmpty();
  }

  @Test
  void tokenForAnotherAudienceIsNotAccepted() {
    administrator.run("create", "serviceaccount", "robot");
    String token =
        administrator.run("create", "token", "robot", "--audience", "vault", "--duration", "10m");

    assertThat(withoutCertificate.fail("--token", token.strip(), "auth", "whoami"))
        .contains("You must be logged in to the server");
  }

  @Test
  void administratorImpersonatesAServiceAccount() {
    assertThat(
            administrator.run(
                "auth",
                "whoami",
                "--as=system:serviceaccount:default:robot",
                "-o",
                "jsonpath={.status.userInfo.groups}"))
        .isEqualTo(
            "[\"system:serviceaccounts\",\"system:serviceaccounts:default\","
                + "\"system:authenticated\"]");
  }
}
