package io.listwatch.objects.kinds.validation;

import static io.listwatch.objects.kinds.validation.ValidObjects.pod;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WindowsRulesTest {
  private static final String FORBIDDEN = ": Forbidden: cannot be set for a windows pod";

  /** A pod that says nothing about security. */
  private static CheckedObject plain() {
    return pod()
        .without("/spec/securityContext")
        .without("/spec/containers/0/securityContext")
        .without("/spec/containers/0/ports");
  }

  private static CheckedObject windows() {
    return plain()
        .with("/spec/os", "{'name':'windows'}")
        .with("/spec/containers/0/livenessProbe/httpGet/port", "80");
  }

  @Test
  void whatLinuxAloneHasIsNotInAPodForWindows() {
    CheckedObject pod =
        windows()
            .with("/spec/hostPID", "true")
            .with("/spec/hostIPC", "true")
            .with("/spec/hostUsers", "true")
            .with("/spec/shareProcessNamespace", "false")
            .with(
                "/spec/securityContext",
                "{'fsGroup':1,'fsGroupChangePolicy':'Always','runAsUser':1,'runAsGroup':1,"
                    + "'runAsNonRoot':true,'seLinuxOptions':{},"
                    + "'seccompProfile':{'type':'RuntimeDefault'},'supplementalGroups':[1],"
                    + "'supplementalGroupsPolicy':'Merge','sysctls':[{'name':'a','value':'b'}],"
                    + "'appArmorProfile':{'type':'RuntimeDefault'},'seLinuxChangePolicy':'Recursive'}");

    assertThat(pod.faults())
        .containsExactly(
            "spec.securityContext.appArmorProfile" + FORBIDDEN,
            "spec.securityContext.seLinuxOptions" + FORBIDDEN,
            "spec.hostUsers" + FORBIDDEN,
            "spec.hostPID" + FORBIDDEN,
            "spec.hostIPC" + FORBIDDEN,
            "spec.securityContext.seccompProfile" + FORBIDDEN,
            "spec.securityContext.fsGroup" + FORBIDDEN,
            "spec.securityContext.fsGroupChangePolicy" + FORBIDDEN,
            "spec.securityContext.sysctls" + FORBIDDEN,
            "spec.shareProcessNamespace" + FORBIDDEN,
            "spec.securityContext.runAsUser" + FORBIDDEN,
            "spec.securityContext.runAsGroup" + FORBIDDEN,
            "spec.securityContext.supplementalGroups" + FORBIDDEN,
            "spec.securityContext.supplementalGroupsPolicy" + FORBIDDEN,
            "spec.securityContext.seLinuxChangePolicy" + FORBIDDEN);
  }

  @Test
  void norIsItInItsContainers() {
    CheckedObject pod =
        windows()
            .with("/spec/initContainers/0/securityContext", "{'privileged':false}")
            .with(
                "/spec/containers/0/securityContext",
                "{'allowPrivilegeEscalation':true,'appArmorProfile':{'type':'RuntimeDefault'},"
                    + "'capabilities':{},'privileged':true,'procMount':'Default',"
                    + "'readOnlyRootFilesystem':true,'runAsGroup':1,'runAsUser':1,"
                    + "'runAsNonRoot':true,'seLinuxOptions':{},"
                    + "'seccompProfile':{'type':'RuntimeDefault'}}");

    assertThat(pod.faults())
        .containsExactly(
            "spec.initContainers[0].securityContext.privileged" + FORBIDDEN,
            "spec.containers[0].securityContext.appArmorProfile" + FORBIDDEN,
            "spec.containers[0].securityContext.seLinuxOptions" + FORBIDDEN,
            "spec.containers[0].securityContext.seccompProfile" + FORBIDDEN,
            "spec.containers[0].securityContext.capabilities" + FORBIDDEN,
            "spec.containers[0].securityContext.readOnlyRootFilesystem" + FORBIDDEN,
            "spec.containers[0].securityContext.privileged" + FORBIDDEN,
            "spec.containers[0].securityContext.allowPrivilegeEscalation" + FORBIDDEN,
            "spec.containers[0].securityContext.procMount" + FORBIDDEN,
            "spec.containers[0].securityContext.runAsUser" + FORBIDDEN,
            "spec.containers[0].securityContext.runAsGroup" + FORBIDDEN);
  }

  @Test
  void whatWindowsAloneHasIsNotInAPodForLinux() {
    CheckedObject pod =
        plain()
            .with("/spec/os", "{'name':'linux'}")
            .with("/spec/securityContext/windowsOptions", "{}")
            .with("/spec/containers/0/securityContext/windowsOptions", "{}");

    assertThat(pod.faults())
        .containsExactly(
            "spec.securityContext.windowsOptions: Forbidden: windows options cannot be set for a"
                + " linux pod",
            "spec.containers[0].securityContext.windowsOptions: Forbidden: windows options cannot"
                + " be set for a linux pod");
  }

  @Test
  void toSayNoToWhatIsOfTheHostIsToSayNothing() {
    assertThat(windows().with("/spec/hostPID", "false").with("/spec/hostIPC", "false").faults())
        .isEmpty();
  }

  @Test
  void processesOfTheHostAreOnItsNetwork() {
    CheckedObject processes =
        windows().with("/spec/securityContext/windowsOptions", "{'hostProcess':true}");

    assertThat(processes.faults())
        .containsExactly(
            "spec.hostNetwork: Invalid value: false: hostNetwork must be true if pod contains any"
                + " hostProcess containers");
    assertThat(processes.with("/spec/hostNetwork", "true").faults()).isEmpty();
  }

  @Test
  void allContainersAreProcessesOfTheHostOrNoneIs() {
    CheckedObject mixed =
        windows()
            .with("/spec/hostNetwork", "true")
            .with("/spec/containers/0/securityContext/windowsOptions", "{'hostProcess':true}");

    assertThat(mixed.faults())
        .containsExactly(
            "spec: Invalid value: \"\": If pod contains any hostProcess containers then all"
                + " containers must be HostProcess containers");
    assertThat(mixed.with("/spec/securityContext/windowsOptions", "{'hostProcess':false}").faults())
        .contains(
            "spec.containers[0].securityContext.windowsOptions.hostProcess: Invalid value: true:"
                + " pod hostProcess value must be identical if both are specified, was false");
  }

  @Test
  void credentialsAreNamedOrSpelledOut() {
    assertThat(
            windows()
                .with("/spec/securityContext/windowsOptions", "{'gmsaCredentialSpec':''}")
                .faults())
        .containsExactly(
            "spec.securityContext.windowsOptions.gmsaCredentialSpec: Invalid value: \"\":"
                + " gmsaCredentialSpec cannot be an empty string");
    assertThat(
            windows()
                .with("/spec/securityContext/windowsOptions", "{'gmsaCredentialSpecName':'A B'}")
                .faults())
        .singleElement()
        .asString()
        .startsWith(
            "spec.securityContext.windowsOptions.gmsaCredentialSpecName: Invalid value: \"A B\": a"
                + " lowercase RFC 1123 subdomain must");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      quoteCharacter = '\0',
      textBlock =
          """
          u... #
          NT AUTHORITY\\\\u #
          a.b-\\\\u #
          aaaaaaaaaaaaaaaa.b\\\\u #
          '' # runAsUserName cannot be an empty string
          a\\t # runAsUserName cannot contain control characters
          a\\\\b\\\\c # runAsUserName cannot contain more than one backslash
          .a\\\\u # runAsUserName's Domain doesn't match the NetBios nor the DNS format
          a:b\\\\u # runAsUserName's Domain doesn't match the NetBios nor the DNS format
          aaaaaaaaaaaaaaaa-\\\\u # runAsUserName's Domain doesn't match the NetBios nor the DNS format
          u\\\\ # runAsUserName's User cannot be empty
          .. # runAsUserName's User cannot contain only periods or spaces
          CORP\\\\a@b # runAsUserName's User cannot contain the following characters: "/\\:;|=,+*?<>@[]
          """)
  void usersMayHaveADomain(String name, String rule) {
    String json = name.equals("''") ? "\"\"" : "\"" + name + "\"";
    CheckedObject pod = windows().with("/spec/securityContext/windowsOptions/runAsUserName", json);

    if (rule == null) {
      assertThat(pod.faults()).isEmpty();
    } else {
      assertThat(pod.faults()).singleElement().asString().endsWith(": " + rule);
    }
  }

  @Test
  void usersAndDomainsAreOnlySoLong() {
    CheckedObject user =
        windows()
            .with("/spec/securityContext/windowsOptions/runAsUserName", "'" + "é".repeat(53) + "'");
    CheckedObject domain =
        windows()
            .with(
                "/spec/securityContext/windowsOptions/runAsUserName",
                "\"" + "x".repeat(256) + "\\\\u\"");

    assertThat(user.faults())
        .singleElement()
        .asString()
        .endsWith(": runAsUserName's User length must not be longer than 104 characters");
    assertThat(domain.faults()).hasSize(2);
    assertThat(domain.faults().get(0))
        .endsWith(": runAsUserName's Domain length must be under 256 characters");
  }
}
