package io.listwatch.objects.kinds.validation;

import static io.listwatch.objects.kinds.validation.ValidObjects.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.schema.FieldError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PodRulesTest {
  private static final String LABEL_RULE =
      "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and"
          + " must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc',"
          + " regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

  /** Where, what, and what is said: the field is that of the pointer unless it is named. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          /spec/restartPolicy               | 'Maybe'  | spec.restartPolicy: Unsupported value: "Maybe": supported values: "Always", "OnFailure", "Never"
          /spec/dnsPolicy                   | 'Maybe'  | spec.dnsPolicy: Unsupported value: "Maybe": supported values: "ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"
          /spec/activeDeadlineSeconds       | 0        | spec.activeDeadlineSeconds: Invalid value: 0: must be between 1 and 2147483647, inclusive
          /spec/hostname                    | 'a.b'    | spec.hostname: Invalid value: "a.b": must not contain dots
          /spec/nodeSelector                | {'a':'-'} | spec.nodeSelector: Invalid value: "-": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')
          /spec/preemptionPolicy            | ''       | spec.preemptionPolicy: Required value
          /spec/os                          | {'name':'plan9'} | spec.os: Unsupported value: "plan9": supported values: "linux", "windows"
          /spec/ephemeralContainers         | [{'name':'e','image':'i'}] | spec.ephemeralContainers: Forbidden: cannot be set on create
          /spec/containers                  | []       | spec.containers: Required value
          /spec/containers/0/image          | ''       | spec.containers[0].image: Required value
          /spec/containers/0/image          | ' i'     | spec.containers[0].image: Invalid value: " i": must not have leading or trailing whitespace
          /spec/containers/0/name           | 'first'  | spec.initContainers[0].name: Duplicate value: "first"
          /spec/containers/0/imagePullPolicy | 'Now'   | spec.containers[0].imagePullPolicy: Unsupported value: "Now": supported values: "Always", "IfNotPresent", "Never"
          /spec/containers/0/terminationMessagePolicy | 'X' | spec.containers[0].terminationMessagePolicy: Unsupported value: "X": supported values: "File", "FallbackToLogsOnError"
          /spec/containers/0/ports/0/containerPort | 0 | spec.containers[0].ports[0].containerPort: Required value
          /spec/containers/0/ports/0/hostPort | 70000  | spec.containers[0].ports[0].hostPort: Invalid value: 70000: must be between 1 and 65535, inclusive
          /spec/containers/0/ports/0/protocol | 'HTTP' | spec.containers[0].ports[0].protocol: Unsupported value: "HTTP": supported values: "SCTP", "TCP", "UDP"
          /spec/containers/0/env/0/name     | ''       | spec.containers[0].env[0].name: Required value
          /spec/containers/0/env/1/value    | 'x'      | spec.containers[0].env[1].valueFrom: Invalid value: "": may not be specified when `value` is not empty
          /spec/containers/0/env/1/valueFrom | {}      | spec.containers[0].env[1].valueFrom: Invalid value: "": must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`
          /spec/containers/0/env/1/valueFrom/fieldRef/fieldPath | 'spec.x' | spec.containers[0].env[1].valueFrom.fieldRef.fieldPath: Invalid value: "spec.x": error converting fieldPath: field label not supported: spec.x
          /spec/containers/0/env/1/valueFrom/fieldRef/fieldPath | 'status.phase' | spec.containers[0].env[1].valueFrom.fieldRef.fieldPath: Unsupported value: "status.phase": supported values: "metadata.name", "metadata.namespace", "metadata.uid", "spec.nodeName", "spec.serviceAccountName", "status.hostIP", "status.hostIPs", "status.podIP", "status.podIPs"
          /spec/containers/0/env/1/valueFrom/fieldRef/apiVersion | 'v2' | spec.containers[0].env[1].valueFrom.fieldRef.fieldPath: Invalid value: "metadata.name": error converting fieldPath: unsupported pod version: v2
          /spec/securityContext/seLinuxChangePolicy | 'MountOption' | spec.securityContext.seLinuxChangePolicy: Unsupported value: "MountOption": supported values: "Recursive"
          /spec/containers/0/envFrom/0      | {}       | spec.containers[0].envFrom: Invalid value: "": must specify one of: `configMapRef` or `secretRef`
          /spec/containers/0/volumeMounts/0/name | 'no' | spec.containers[0].volumeMounts[0].name: Not found: "no"
          /spec/containers/0/volumeMounts/1 | {'name':'data','mountPath':'/data'} | spec.containers[0].volumeMounts[1].mountPath: Invalid value: "/data": must be unique
          /spec/containers/0/volumeMounts/0/subPath | '../x' | spec.containers[0].volumeMounts.subPath: Invalid value: "../x": must not contain '..'
          /spec/containers/0/resources/requests/cpu | '2' | spec.containers[0].resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1
          /spec/containers/0/resources/requests/example.com~1gpu | '1' | spec.containers[0].resources.limits: Required value: Limit must be set for non overcommitable resources
          /spec/containers/0/livenessProbe/httpGet | null | spec.containers[0].livenessProbe: Required value: must specify a handler type
          /spec/containers/0/livenessProbe/tcpSocket | {'port':1} | spec.containers[0].livenessProbe.tcpSocket: Forbidden: may not specify more than 1 handler type
          /spec/containers/0/livenessProbe/successThreshold | 2 | spec.containers[0].livenessProbe.successThreshold: Invalid value: 2: must be 1
          /spec/containers/0/livenessProbe/httpGet/port | 'a_b' | spec.containers[0].livenessProbe.httpGet.port: Invalid value: "a_b": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)
          /spec/containers/0/lifecycle/preStop/sleep/seconds | 31 | spec.containers[0].lifecycle.preStop.sleep: Invalid value: 31: must be non-negative and less than terminationGracePeriodSeconds (30)
          /spec/containers/0/securityContext/runAsUser | -1 | spec.containers[0].securityContext.runAsUser: Invalid value: -1: must be between 0 and 2147483647, inclusive
          /spec/initContainers/0/restartPolicyRules | [{}] | spec.initContainers[0].restartPolicy: Required value: must specify restartPolicy when restart rules are used
          /spec/initContainers/0/livenessProbe | {'exec':{'command':['x']}} | spec.initContainers[0].livenessProbe: Forbidden: may not be set for init containers without restartPolicy=Always
          /spec/volumes/1                   | {'name':'v','emptyDir':{},'hostPath':{'path':'/x'}} | spec.volumes[1].hostPath: Forbidden: may not specify more than 1 volume type
          /spec/volumes/1/name              | 'data'   | spec.volumes[1].name: Duplicate value: "data"
          /spec/volumes/1                   | {'name':'v','secret':{'secretName':'s','defaultMode':512}} | spec.volumes[1].secret.defaultMode: Invalid value: 512: must be a number between 0 and 0777 (octal), both inclusive
          /spec/volumes/1                   | {'name':'v','configMap':{'name':'s','items':[{'key':'k','path':'/abs'}]}} | spec.volumes[1].configMap.items[0].path: Invalid value: "/abs": must be a relative path
          /spec/tolerations/0/operator      | 'Perhaps' | spec.tolerations[0].operator: Unsupported value: "Perhaps": supported values: "Equal", "Exists"
          /spec/tolerations/0/effect        | 'NoSchedule' | spec.tolerations[0].effect: Invalid value: "NoSchedule": effect must be 'NoExecute' when `tolerationSeconds` is set
          /spec/hostAliases/0/ip            | '1.2.3'  | spec.hostAliases[0].ip: Invalid value: "1.2.3": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)
          /spec/dnsConfig/nameservers/0     | '010.0.0.1' | spec.dnsConfig.nameservers[0]: Invalid value: "010.0.0.1": must not have leading 0s
          /spec/topologySpreadConstraints/0/maxSkew | 0 | spec.topologySpreadConstraints[0].maxSkew: Invalid value: 0: must be greater than zero
          /spec/topologySpreadConstraints/1 | {'maxSkew':1,'topologyKey':'zone','whenUnsatisfiable':'DoNotSchedule'} | spec.topologySpreadConstraints[0].{topologyKey, whenUnsatisfiable}: Duplicate value: "{zone, DoNotSchedule}"
          /spec/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution/nodeSelectorTerms | [] | spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms: Required value: must have at least one node selector term
          /spec/affinity/podAntiAffinity/preferredDuringSchedulingIgnoredDuringExecution/0/weight | 101 | spec.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].weight: Invalid value: 101: must be in the range 1-100
          /metadata/annotations             | {'controller.kubernetes.io/pod-deletion-cost':'+1'} | metadata.annotations[controller.kubernetes.io/pod-deletion-cost]: Invalid value: "+1": must be a 32bit integer
          """)
  void saysWhatIsWrongWithOneField(String pointer, String value, String fault) {
    assertThat(pod().with(pointer, value).faults()).containsExactly(fault);
  }

  @Test
  void namesOfContainersAreLabels() {
    assertThat(pod().with("/spec/containers/0/name", "'Not_Valid'").errors())
        .containsExactly(
            new FieldError(
                "FieldValueInvalid",
                "spec.containers[0].name",
                "Invalid value: \"Not_Valid\": " + LABEL_RULE));
  }

  @Test
  void causesComeInTheOrderOfTheReference() {
    CheckedObject wrong =
        pod()
            .with("/spec/hostname", "'A'")
            .with("/spec/restartPolicy", "'Maybe'")
            .with("/spec/containers/0/image", "''")
            .with("/spec/volumes/0/name", "''");

    assertThat(wrong.errors())
        .extracting(FieldError::field)
        .containsExactly(
            "spec.volumes[0].name",
            "spec.containers[0].image",
            "spec.containers[0].volumeMounts[0].name",
            "spec.restartPolicy",
            "spec.hostname");
  }

  @Test
  void hostPortsAreContainerPortsOnTheHostNetwork() {
    CheckedObject onHost = pod().with("/spec/hostNetwork", "true");

    assertThat(onHost.faults())
        .containsExactly(
            "spec.containers[0].ports[0].hostPort: Invalid value: 0: must match `containerPort`"
                + " when `hostNetwork` is true");
    assertThat(onHost.with("/spec/containers/0/ports/0/hostPort", "80").faults()).isEmpty();
  }

  @Test
  void filesOfVariablesAreInSharedDirectories() {
    CheckedObject pod =
        pod()
            .with(
                "/spec/containers/0/env/1/valueFrom",
                "{'fileKeyRef':{'key':'K','path':'p','volumeName':'data'}}");
    String name = "/spec/containers/0/env/1/valueFrom/fileKeyRef/volumeName";
    String place = "spec.containers[0].env[1].valueFrom.fileKeyRef.volumeName: ";

    assertThat(pod.faults()).isEmpty();
    assertThat(pod.with(name, "'no'").faults()).containsExactly(place + "Not found: \"no\"");
    assertThat(pod.with(name, "'all'").faults())
        .containsExactly(
            place + "Invalid value: \"all\": referenced volume must be of type emptyDir");
  }

  @Test
  void aPodAsAWholeClaimsNothing() {
    assertThat(pod().with("/spec/resources", "{'claims':[{'name':'a'}]}").faults())
        .containsExactly(
            "spec.resources.claims: Forbidden: claims may not be set for Resources at pod-level",
            "spec.resources.claims[0]: Not found: \"a\": must be one of the names in"
                + " pod.spec.resourceClaims which is empty");
  }

  @Test
  void onlyAFewFieldsOfAPodMayChange() {
    assertThat(pod().with("/spec/containers/0/image", "'r.example/m:2'").faultsAfter(pod()))
        .isEmpty();
    assertThat(pod().with("/spec/activeDeadlineSeconds", "5").faultsAfter(pod())).isEmpty();
    assertThat(pod().with("/spec/tolerations/0/tolerationSeconds", "5").faultsAfter(pod()))
        .isEmpty();
    assertThat(pod().with("/spec/tolerations/0/key", "'other'").faultsAfter(pod()))
        .containsExactly(
            "spec.tolerations: Forbidden: existing toleration can not be modified except its"
                + " tolerationSeconds");
    assertThat(pod().with("/spec/initContainers", "[]").faultsAfter(pod()))
        .containsExactly(
            "spec.initContainers: Forbidden: pod updates may not add or remove containers");
  }

  @Test
  void whatElseChangesIsShownLineByLine() {
    assertThat(pod().with("/spec/schedulerName", "'mine'").faultsAfter(pod()))
        .singleElement()
        .asString()
        .startsWith("spec: Forbidden: pod updates may not change fields other than `spec.")
        .contains(
            "\n- \"schedulerName\": \"default-scheduler\",\n+ \"schedulerName\": \"mine\",\n");
  }

  @Test
  void deadlinesMayOnlyBecomeShorter() {
    CheckedObject old = pod().with("/spec/activeDeadlineSeconds", "10");

    assertThat(old.with("/spec/activeDeadlineSeconds", "5").faultsAfter(old)).isEmpty();
    assertThat(old.with("/spec/activeDeadlineSeconds", "11").faultsAfter(old))
        .containsExactly(
            "spec.activeDeadlineSeconds: Invalid value: 11: must be less than or equal to previous"
                + " value");
    assertThat(pod().faultsAfter(old))
        .first()
        .isEqualTo(
            "spec.activeDeadlineSeconds: Invalid value: null: must not update from a positive"
                + " integer to nil value");
  }

  @Test
  void theQualityOfServiceStaysInTheStatus() {
    assertThat(pod().with("/status/qosClass", "'Guaranteed'").statusFaultsAfter(pod()))
        .containsExactly("status.qosClass: Invalid value: \"Guaranteed\": field is immutable");
    assertThat(pod().with("/status/phase", "'Running'").statusFaultsAfter(pod())).isEmpty();
  }
}
