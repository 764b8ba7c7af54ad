package io.listwatch.objects.podsecurity;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The details are those of kube-apiserver 1.36. */
final class PodSecurityStandardTest {
  private static final String RIGHT =
      "'allowPrivilegeEscalation':false,'capabilities':{'drop':['ALL']},'runAsNonRoot':true,"
          + "'seccompProfile':{'type':'RuntimeDefault'}";

  /** The columns: level, version, a part of the spec, the expected details. */
  @ParameterizedTest(name = "{0}:{1} {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          privileged | latest | 'hostPID':true,'hostNetwork':true | ``
          baseline | latest | 'hostPID':true,'hostNetwork':true | host namespaces (hostNetwork=true, hostPID=true)
          baseline | latest | 'hostIPC':false | ``
          baseline | latest | 'volumes':[{'name':'a','hostPath':{'path':'/'}},{'name':'b','hostPath':{'path':'/'}}] | hostPath volumes (volumes "a", "b")
          baseline | latest | 'containers':[{'name':'c','ports':[{'hostPort':80},{'hostPort':443}]}] | hostPort (container "c" uses hostPorts 443, 80)
          baseline | latest | 'containers':[{'name':'c','securityContext':{'privileged':true}}] | privileged (container "c" must not set securityContext.privileged=true)
          baseline | latest | 'containers':[{'name':'c','securityContext':{'capabilities':{'add':['NET_RAW','CHOWN','BPF']}}}] | non-default capabilities (container "c" must not include "BPF", "NET_RAW" in securityContext.capabilities.add)
          baseline | latest | 'containers':[{'name':'c','securityContext':{'procMount':'Unmasked'}}] | procMount (container "c" must not set securityContext.procMount to "Unmasked")
          baseline | latest | 'hostUsers':false,'containers':[{'name':'c','securityContext':{'procMount':'Unmasked'}}] | ``
          baseline | v1.34 | 'hostUsers':false,'containers':[{'name':'c','securityContext':{'procMount':'Unmasked'}}] | procMount (container "c" must not set securityContext.procMount to "Unmasked")
          baseline | latest | 'containers':[{'name':'c','livenessProbe':{'httpGet':{'host':'10.0.0.1'}}}] | probe or lifecycle host (container "c" uses probe or lifecycle host "10.0.0.1")
          baseline | v1.33 | 'containers':[{'name':'c','livenessProbe':{'httpGet':{'host':'10.0.0.1'}}}] | ``
          baseline | latest | 'securityContext':{'sysctls':[{'name':'net.ipv4.tcp_rmem'},{'name':'kernel.msgmax'}]} | forbidden sysctls (kernel.msgmax)
          baseline | v1.31 | 'securityContext':{'sysctls':[{'name':'net.ipv4.tcp_rmem'}]} | forbidden sysctls (net.ipv4.tcp_rmem)
          baseline | v1.26 | 'securityContext':{'sysctls':[{'name':'net.ipv4.ip_local_reserved_ports'}]} | forbidden sysctls (net.ipv4.ip_local_reserved_ports)
          baseline | v1.27 | 'securityContext':{'sysctls':[{'name':'net.ipv4.ip_local_reserved_ports'}]} | ``
          baseline | latest | 'securityContext':{'seLinuxOptions':{'type':'x','user':'u','role':'r'}} | seLinuxOptions (pod set forbidden securityContext.seLinuxOptions: type "x"; user may not be set; role may not be set)
          baseline | v1.30 | 'securityContext':{'seLinuxOptions':{'type':'container_engine_t'}} | seLinuxOptions (pod set forbidden securityContext.seLinuxOptions: type "container_engine_t")
          baseline | v1.31 | 'securityContext':{'seLinuxOptions':{'type':'container_engine_t'}} | ``
          baseline | latest | 'securityContext':{'seccompProfile':{'type':'Unconfined'}} | seccompProfile (pod must not set securityContext.seccompProfile.type to "Unconfined")
          baseline | v1.18 | 'securityContext':{'seccompProfile':{'type':'Unconfined'}} | ``
          baseline | latest | 'securityContext':{'appArmorProfile':{'type':'Unconfined'}} | forbidden AppArmor profile (pod must not set AppArmor profile type to "Unconfined")
          baseline | latest | 'securityContext':{'windowsOptions':{'hostProcess':true}} | hostProcess (pod must not set securityContext.windowsOptions.hostProcess=true)
          restricted | v1.7 | 'containers':[{'name':'c','securityContext':{'runAsNonRoot':true}}] | ``
          restricted | v1.8 | 'containers':[{'name':'c','securityContext':{'runAsNonRoot':true}}] | allowPrivilegeEscalation != false (container "c" must set securityContext.allowPrivilegeEscalation=false)
          restricted | latest | 'containers':[{'name':'c','securityContext':{$}}] | ``
          restricted | latest | 'os':{'name':'windows'},'containers':[{'name':'c','securityContext':{'runAsNonRoot':true}}] | ``
          restricted | v1.24 | 'os':{'name':'windows'},'containers':[{'name':'c','securityContext':{'runAsNonRoot':true,'allowPrivilegeEscalation':false,'seccompProfile':{'type':'Localhost'}}}] | unrestricted capabilities (container "c" must set securityContext.capabilities.drop=["ALL"])
          restricted | latest | 'securityContext':{'runAsNonRoot':false},'containers':[{'name':'c','securityContext':{$}}] | runAsNonRoot != true (pod must not set securityContext.runAsNonRoot=false)
          restricted | latest | 'securityContext':{'runAsUser':0},'containers':[{'name':'c','securityContext':{$}}] | runAsUser=0 (pod must not set runAsUser=0)
          restricted | v1.22 | 'securityContext':{'runAsUser':0},'containers':[{'name':'c','securityContext':{$}}] | ``
          restricted | latest | 'hostUsers':false,'securityContext':{'runAsUser':0},'containers':[{'name':'c','securityContext':{$}}] | ``
          restricted | latest | 'volumes':[{'name':'v','hostPath':{}},{'name':'w','fc':{}},{'name':'x'}] | restricted volume types (volumes "v", "w", "x" use restricted volume types "fc", "hostPath", "unknown")
          restricted | v9.9 | 'volumes':[{'name':'v','nfs':{}}] | restricted volume types (volume "v" uses restricted volume type "nfs")
          """)
  void findsViolations(String level, String version, String spec, String details) {
    JsonValue tree = JsonTrees.read(("{" + spec.replace("$", RIGHT) + "}").replace('\'', '"'));
    var standard =
        new PodSecurityStandard(
            PodSecurityLevel.parse(level).orElseThrow(),
            PodSecurityVersion.parse(version).orElse(new PodSecurityVersion(99)));

    PodSecurityViolations found = standard.evaluate(JsonValue.MISSING, tree);

    assertThat(found.details()).isEqualTo(details);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          latest | container.apparmor.security.beta.kubernetes.io/c | unconfined | forbidden AppArmor profile (annotation must not set AppArmor profile type to "container.apparmor.security.beta.kubernetes.io/c="unconfined"")
          latest | container.apparmor.security.beta.kubernetes.io/c | localhost/a | ``
          v1.18 | seccomp.security.alpha.kubernetes.io/pod | unconfined | seccompProfile (forbidden annotation seccomp.security.alpha.kubernetes.io/pod="unconfined")
          v1.18 | container.seccomp.security.alpha.kubernetes.io/c | unconfined | seccompProfile (forbidden annotation container.seccomp.security.alpha.kubernetes.io/c="unconfined")
          v1.19 | seccomp.security.alpha.kubernetes.io/pod | unconfined | ``
          """)
  void checksAnnotations(String version, String name, String value, String details) {
    JsonValue metadata = JsonTrees.read("{\"annotations\":{\"%s\":\"%s\"}}".formatted(name, value));
    JsonValue spec = JsonTrees.read("{\"containers\":[{\"name\":\"c\"}]}");
    var baseline =
        new PodSecurityStandard(
            PodSecurityLevel.BASELINE, PodSecurityVersion.parse(version).orElseThrow());

    assertThat(baseline.evaluate(metadata, spec).details()).isEqualTo(details);
  }
}
