package io.listwatch.server.registry.admission;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AdmissionSettingsTest {
  @Test
  void rejectsUnknownNamesInWordsOfKubeApiserver() {
    assertThatThrownBy(
            () -> AdmissionSettings.DEFAULT.withPlugins(List.of("Foo"), List.of("Bar", "Foo")))
        .hasMessage(
            "enable-admission-plugins plugin \"Foo\" is unknown, disable-admission-plugins plugin"
                + " \"Bar\" is unknown, disable-admission-plugins plugin \"Foo\" is unknown, [Foo]"
                + " in enable-admission-plugins and disable-admission-plugins overlapped");
  }

  @Test
  void rejectsPluginThatIsNotImplemented() {
    assertThatThrownBy(
            () -> AdmissionSettings.DEFAULT.withPlugins(List.of("ImagePolicyWebhook"), List.of()))
        .hasMessage(
            "enable-admission-plugins plugin \"ImagePolicyWebhook\" is not built into this server");
  }

  @Test
  void everyDefaultPluginCanBeDisabled() {
    AdmissionSettings none =
        AdmissionSettings.DEFAULT.withPlugins(List.of(), List.copyOf(AdmissionPlugins.ON));

    assertThat(AdmissionPlugins.ORDER).noneMatch(none::runs);
  }

  @Test
  void orderHasEveryPluginOnce() {
    assertThat(AdmissionPlugins.ORDER)
        .doesNotHaveDuplicates()
        .hasSize(41)
        .containsAll(AdmissionPlugins.ON)
        .containsAll(AdmissionPlugins.NOT_BUILT);
    assertThat(AdmissionPlugins.NOT_BUILT).doesNotContainAnyElementsOf(AdmissionPlugins.ON);
  }

  @Test
  void readsConfiguration() {
    AdmissionConfiguration configuration =
        AdmissionSettings.DEFAULT
            .withConfiguration(
                """
                apiVersion: apiserver.config.k8s.io/v1
                kind: AdmissionConfiguration
                plugins:
                - name: PodSecurity
                  configuration:
                    apiVersion: pod-security.admission.config.k8s.io/v1
                    kind: PodSecurityConfiguration
                    defaults: {enforce: baseline, enforce-version: v1.30}
                    exemptions: {usernames: [jane], namespaces: [kube-system]}
                - name: ResourceQuota
                  configuration:
                    apiVersion: apiserver.config.k8s.io/v1
                    kind: ResourceQuotaConfiguration
                    limitedResources:
                    - resource: pods
                      matchScopes:
                      - {scopeName: PriorityClass, operator: In, values: [high]}
                """
                    .getBytes(UTF_8))
            .configuration();

    assertThat(configuration.podSecurity().defaults().enforce()).hasToString("baseline:v1.30");
    assertThat(configuration.podSecurity().users()).containsExactly("jane");
    assertThat(configuration.podSecurity().namespaces()).containsExactly("kube-system");
    assertThat(configuration.limited().get(0).scopes().get(0).values()).containsExactly("high");
  }

  @Test
  void readsConfigurationOfPluginFromAnotherFile(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("admission.yaml");
    Files.writeString(
        file,
        """
        apiVersion: apiserver.config.k8s.io/v1
        kind: AdmissionConfiguration
        plugins:
        - {name: PodSecurity, path: pods.yaml}
        """);
    Files.writeString(
        directory.resolve("pods.yaml"),
        """
        apiVersion: pod-security.admission.config.k8s.io/v1
        kind: PodSecurityConfiguration
        defaults: {enforce: baseline}
        """);

    AdmissionConfiguration configuration =
        AdmissionSettings.DEFAULT.withConfiguration(file).configuration();

    assertThat(configuration.podSecurity().defaults().enforce()).hasToString("baseline:latest");
    Files.delete(directory.resolve("pods.yaml"));
    assertThatThrownBy(() -> AdmissionSettings.DEFAULT.withConfiguration(file))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void rejectsMalformedConfiguration() {
    assertThatThrownBy(() -> read("kind: Pod"))
        .hasMessageContaining("expected: apiserver.config.k8s.io/v1 AdmissionConfiguration");
    assertThatThrownBy(() -> read("{"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("admission configuration: ");
    assertThatThrownBy(
            () ->
                read(
                    """
                    apiVersion: apiserver.config.k8s.io/v1
                    kind: AdmissionConfiguration
                    plugins:
                    - name: PodSecurity
                      configuration:
                        apiVersion: pod-security.admission.config.k8s.io/v1
                        kind: PodSecurityConfiguration
                        defaults: {enforce: strict}
                    """))
        .hasMessage(
            "defaults.enforce: Invalid value: \"strict\": must be one of privileged, baseline,"
                + " restricted");
  }

  private static AdmissionSettings read(String yaml) {
    return AdmissionSettings.DEFAULT.withConfiguration(yaml.getBytes(UTF_8));
  }
}
