package io.listwatch.objects.kinds.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What parts of a cluster agree upon: drivers, devices, flows, policies, ranges. */
final class FurnitureRulesTest {
  /** A resource, a place in a valid object of it, what stands there, and what is said first. */
  private static final String FAULTS =
      """
      csidrivers | /spec/fsGroupPolicy | 'X' | spec.fsGroupPolicy: Unsupported value: "X": supported values: "File", "None", "ReadWriteOnceWithFSType"
      csidrivers | /spec/volumeLifecycleModes | ['X'] | spec.volumeLifecycleModes: Unsupported value: "X": supported values: "Persistent", "Ephemeral"
      csidrivers | /spec/tokenRequests/0/expirationSeconds | 1 | spec.tokenRequests[0].expirationSeconds: Invalid value: 1: may not specify a duration less than 10 minutes
      csidrivers | /spec/tokenRequests | [{'audience':'a'},{'audience':'a'}] | spec.tokenRequests[1].audience: Duplicate value: "a"
      csidrivers | /spec/tokenRequests | [] | spec.serviceAccountTokenInSecrets: Invalid value: true: serviceAccountTokenInSecrets is set but no tokenRequests are specified
      csidrivers | /spec/nodeAllocatableUpdatePeriodSeconds | 9 | spec.nodeAllocatableUpdatePeriodSeconds: Invalid value: 9: must be greater than or equal to 10 seconds
      csinodes | /spec/drivers/0/name | '' | spec.drivers[0].name: Required value
      csinodes | /spec/drivers/0/nodeID | '' | spec.drivers[0].nodeID: Required value
      csinodes | /spec/drivers/0/allocatable/count | -1 | spec.drivers[0].allocatable.count: Invalid value: -1: must be greater than or equal to 0
      csinodes | /spec/drivers/0/topologyKeys | ['a','a'] | spec.drivers[0]: Duplicate value: "a"
      csistoragecapacities | /capacity | '-1' | capacity: Invalid value: "-1": must be greater than or equal to 0
      volumeattachments | /spec/attacher | '' | spec.attacher: Required value
      volumeattachments | /spec/source | {} | spec.source: Required value: must specify exactly one of inlineVolumeSpec and persistentVolumeName
      volumeattachments | /spec/source/inlineVolumeSpec | {'nfs':{}} | spec.source: Forbidden: must specify exactly one of inlineVolumeSpec and persistentVolumeName
      volumeattachments | /status/attachError/errorCode | -1 | status.attachError.errorCode: Invalid value: -1: must be between 0 and 2147483647, inclusive
      volumeattributesclasses | /parameters | {} | parameters: Required value: must contain at least one key/value pair
      volumeattributesclasses | /driverName | '' | driverName: Required value
      flowschemas | /spec/matchingPrecedence | 20000 | spec.matchingPrecedence: Invalid value: 20000: must not be greater than 10000
      flowschemas | /spec/matchingPrecedence | 1 | spec.matchingPrecedence: Invalid value: 1: only the schema named 'exempt' may have matchingPrecedence 1
      flowschemas | /spec/priorityLevelConfiguration/name | '' | spec.priorityLevelConfiguration.name: Required value: must reference a priority level
      flowschemas | /spec/distinguisherMethod/type | 'X' | spec.distinguisherMethod.type: Unsupported value: {"Type":"X"}: supported values: "ByNamespace", "ByUser"
      flowschemas | /spec/rules/0/subjects | [] | spec.rules[0].subjects: Required value: subjects must contain at least one value
      flowschemas | /spec/rules/0/subjects/0/kind | 'X' | spec.rules[0].subjects[0].kind: Unsupported value: "X": supported values: "Group", "ServiceAccount", "User"
      flowschemas | /spec/rules/0/subjects/0/kind | 'User' | spec.rules[0].subjects[0].user: Required value: user is required when subject kind is 'User'
      flowschemas | /spec/rules/0/subjects/1/user | {'name':'u'} | spec.rules[0].subjects[1].user: Forbidden: user is forbidden when subject kind is not 'User'
      flowschemas | /spec/rules/0/subjects/1/serviceAccount/namespace | '' | spec.rules[0].subjects[1].serviceAccount.namespace: Required value: must specify namespace for service account
      flowschemas | /spec/rules/0/resourceRules/0/verbs | ['have'] | spec.rules[0].resourceRules[0].verbs: Unsupported value: ["have"]: supported values: "create", "delete", "deletecollection", "get", "list", "patch", "proxy", "update", "watch"
      flowschemas | /spec/rules/0/resourceRules/0/verbs | ['*','get'] | spec.rules[0].resourceRules[0].verbs: Invalid value: ["*","get"]: if '*' is present, must not specify other verbs
      flowschemas | /spec/rules/0/resourceRules/0/namespaces | [] | spec.rules[0].resourceRules[0].namespaces: Required value: resource rules that are not cluster scoped must supply at least one namespace
      flowschemas | /spec/rules/0/nonResourceRules/0/nonResourceURLs | ['/a*'] | spec.rules[0].nonResourceRules[0].nonResourceURLs[0]: Invalid value: "/a*": wildcard can only do suffix matching
      flowschemas | /spec/rules/0/nonResourceRules/0/nonResourceURLs | ['a'] | spec.rules[0].nonResourceRules[0].nonResourceURLs[0]: Invalid value: "a": must start with slash
      flowschemas | /status/conditions | [{'type':'a'},{'type':'a'}] | status.conditions[1].type: Duplicate value: "a"
      prioritylevelconfigurations | /spec/type | 'X' | spec.type: Unsupported value: "X": supported values: "Exempt", "Limited"
      prioritylevelconfigurations | /spec/exempt | {} | spec.exempt: Forbidden: must be nil if the type is Limited
      prioritylevelconfigurations | /spec/limited/limitResponse | {'type':'Queue'} | spec.limited.limitResponse.queuing: Required value: must not be empty if limited.limitResponse.type is Limited
      prioritylevelconfigurations | /spec/limited/limitResponse/type | 'Reject' | spec.limited.limitResponse.queuing: Forbidden: must be nil if limited.limitResponse.type is not Limited
      prioritylevelconfigurations | /spec/limited/limitResponse/queuing/handSize | 65 | spec.limited.limitResponse.queuing.handSize: Invalid value: 65: should not be greater than queues (64)
      prioritylevelconfigurations | /spec/limited/limitResponse/queuing/handSize | 11 | spec.limited.limitResponse.queuing.handSize: Invalid value: 11: required entropy bits of deckSize 64 and handSize 11 should not be greater than 60
      prioritylevelconfigurations | /spec/limited/limitResponse/type | '' | spec.limited.limitResponse.type: Required value
      prioritylevelconfigurations | /spec/limited/lendablePercent | 101 | spec.limited.lendablePercent: Invalid value: 101: must be between 0 and 100, inclusive
      prioritylevelconfigurations | /spec/type | 'Exempt' | spec.type: Invalid value: "Exempt": must be 'Exempt' if and only if `name` is 'exempt'
      validatingadmissionpolicies | /spec/matchConstraints | null | spec.matchConstraints: Required value
      validatingadmissionpolicies | /spec/matchConstraints/resourceRules | [] | spec.matchConstraints.resourceRules: Required value
      validatingadmissionpolicies | /spec/matchConstraints/resourceRules/0/resources | ['*','pods'] | spec.matchConstraints.resourceRules[0].resources: Invalid value: ["*","pods"]: if '*' is present, must not specify other resources without subresources
      validatingadmissionpolicies | /spec/matchConstraints/resourceRules/0/resources | ['pods/*','pods/log'] | spec.matchConstraints.resourceRules[0].resources[1]: Invalid value: "pods/log": if 'pods/*' is present, must not specify pods/log
      validatingadmissionpolicies | /spec/matchConstraints/resourceRules/0/resourceNames | ['a','a'] | spec.matchConstraints.resourceRules[0].resourceNames[1]: Duplicate value: "a"
      validatingadmissionpolicies | /spec/paramKind/apiVersion | 'a/b/c' | spec.paramKind.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c
      validatingadmissionpolicies | /spec/paramKind/kind | '' | spec.paramKind.kind: Required value
      validatingadmissionpolicies | /spec/variables/0/name | 'a b' | spec.variables[0].name: Invalid value: "a b": must be a valid CEL identifier
      validatingadmissionpolicies | /spec/validations/0/expression | ' ' | spec.validations[0].expression: Required value: expression is not specified
      validatingadmissionpolicies | /spec/validations/0/reason | 'X' | spec.validations[0].reason: Unsupported value: "X": supported values: "Forbidden", "Invalid", "RequestEntityTooLarge"
      validatingadmissionpolicies | /spec/validations/0/message | ' ' | spec.validations[0].message: Invalid value: " ": must be non-empty if specified
      validatingadmissionpolicies | /spec/auditAnnotations/0/valueExpression | '' | spec.auditAnnotations[0].valueExpression: Required value: valueExpression is not specified
      validatingadmissionpolicies | /spec/matchConditions/0/name | '' | spec.matchConditions[0].name: Required value
      validatingadmissionpolicybindings | /spec/policyName | '' | spec.policyName: Required value
      validatingadmissionpolicybindings | /spec/validationActions | [] | spec.validationActions: Required value: at least one validation action is required
      validatingadmissionpolicybindings | /spec/validationActions | ['Deny','Warn'] | spec.validationActions: Invalid value: ["Deny","Warn"]: must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)
      validatingadmissionpolicybindings | /spec/paramRef/selector | {} | spec.paramRef.name: Forbidden: name and selector are mutually exclusive
      validatingadmissionpolicybindings | /spec/paramRef/name | '' | spec.paramRef: Required value: one of name or selector must be specified
      mutatingadmissionpolicies | /spec/mutations | [] | spec.mutations: Required value: mutations must contain at least one item
      mutatingadmissionpolicies | /spec/mutations/0/patchType | 'ApplyConfiguration' | spec.mutations[0].applyConfiguration: Required value: must be specified when patchType is ApplyConfiguration
      mutatingadmissionpolicies | /spec/mutations/0/patchType | 'X' | spec.mutations[0].patchType: Unsupported value: "X": supported values: "ApplyConfiguration", "JSONPatch"
      mutatingadmissionpolicies | /spec/reinvocationPolicy | '' | spec.reinvocationPolicy: Required value
      mutatingadmissionpolicies | /spec/matchConstraints/resourceRules/0/operations | ['DELETE'] | spec.matchConstraints.resourceRules.operations: Unsupported value: "DELETE": supported values: "*", "CONNECT", "CREATE", "UPDATE"
      mutatingadmissionpolicybindings | /spec/policyName | '' | spec.policyName: Required value
      apiservices | /metadata/name | 'v1.x' | metadata.name: Invalid value: "v1.x": must be `spec.version+"."+spec.group`: "v1.g.example"
      apiservices | /spec/groupPriorityMinimum | 0 | spec.groupPriorityMinimum: Invalid value: 0: must be positive and less than 20000
      apiservices | /spec/versionPriority | 1001 | spec.versionPriority: Invalid value: 1001: must be positive and less than 1000
      apiservices | /spec/service | null | spec.caBundle: Invalid value: "1 bytes": local APIServices may not have a caBundle
      apiservices | /spec/insecureSkipTLSVerify | true | spec.insecureSkipTLSVerify: Invalid value: true: may not be true if caBundle is present
      apiservices | /spec/service/port | 0 | spec.service.port: Invalid value: 0: port is not valid: must be between 1 and 65535, inclusive
      servicecidrs | /spec/cidrs | [] | spec.cidrs: Required value: at least one CIDR required
      servicecidrs | /spec/cidrs | ['10.0.0.0/24','10.1.0.0/24'] | spec.cidrs: Invalid value: ["10.0.0.0/24","10.1.0.0/24"]: may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64
      servicecidrs | /spec/cidrs | ['FD00::/112'] | spec.cidrs[0]: Invalid value: "FD00::/112": must be in canonical form ("fd00::/112")
      ipaddresses | /metadata/name | 'FD00::1' | metadata.name: Invalid value: "FD00::1": must be in canonical form ("fd00::1")
      ipaddresses | /metadata/name | 'x' | metadata.name: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)
      ipaddresses | /spec/parentRef | null | spec.parentRef: Required value
      deviceclasses | /spec/selectors | [{}] | spec.selectors[0].cel: Required value
      deviceclasses | /spec/config/0/opaque/parameters | [] | spec.config[0].opaque.parameters: Invalid value: "<value omitted>": must be a valid JSON object
      deviceclasses | /spec/extendedResourceName | 'gpu' | spec.extendedResourceName: Invalid value: "gpu": must be a valid extended resource name
      resourceclaims | /spec/devices/requests/0/exactly | null | spec.devices.requests[0]: Required value: exactly one of `exactly` or `firstAvailable` is required
      resourceclaims | /spec/devices/requests/1/exactly | {} | spec.devices.requests[1]: Invalid value: null: exactly one of `exactly` or `firstAvailable` is required, but multiple fields are set
      resourceclaims | /spec/devices/requests/0/exactly/deviceClassName | '' | spec.devices.requests[0].exactly.deviceClassName: Required value
      resourceclaims | /spec/devices/requests/0/exactly/count | 0 | spec.devices.requests[0].exactly.count: Invalid value: 0: must be greater than zero
      resourceclaims | /spec/devices/requests/0/exactly/allocationMode | 'All' | spec.devices.requests[0].exactly.count: Invalid value: 1: must not be specified when allocationMode is 'All'
      resourceclaims | /spec/devices/requests/0/exactly/allocationMode | 'X' | spec.devices.requests[0].exactly.allocationMode: Unsupported value: "X": supported values: "All", "ExactCount"
      resourceclaims | /spec/devices/requests/1/name | 'r' | spec.devices.requests[1]: Duplicate value: "r"
      resourceclaims | /spec/devices/constraints/0/requests | ['s/x'] | spec.devices.constraints[0].requests[0]: Invalid value: "s/x": must be the name of a request in the claim or the name of a request and a subrequest separated by '/'
      resourceclaims | /spec/devices/constraints/0/matchAttribute | 'model' | spec.devices.constraints[0].matchAttribute: Invalid value: "model": a fully qualified name must be a domain and a name separated by a slash
      resourceclaims | /spec/devices/config/0/opaque | null | spec.devices.config[0].opaque: Required value
      resourceclaimtemplates | /spec/spec/devices/requests/0/exactly | null | spec.spec.devices.requests[0]: Required value: exactly one of `exactly` or `firstAvailable` is required
      """;

  @TestFactory
  Stream<DynamicTest> eachFaultIsSaid() {
    return FAULTS
        .lines()
        .map(line -> List.of(line.split(" \\| ", 4)))
        .map(
            cells ->
                dynamicTest(
                    cells.get(0) + cells.get(1) + " = " + cells.get(2),
                    () ->
                        assertThat(
                                ValidFurniture.of(cells.get(0))
                                    .with(cells.get(1), cells.get(2))
                                    .faults())
                            .startsWith(cells.get(3))));
  }

  /** The same of a claim's status, when it had none before. */
  private static final String STATUS_FAULTS =
      """
      /status/reservedFor/0/uid | '' | status.reservedFor[0].uid: Required value
      /status/devices/0/device | 'g1' | status.devices[0]: Invalid value: {"Driver":"d.example","Pool":"p/q","Device":"g1","ShareID":""}: must be an allocated device in the claim
      /status/devices/0/pool | '' | status.devices[0].pool: Required value
      /status/devices/0/data | [] | status.devices[0].data: Invalid value: "<value omitted>": must be a valid JSON object
      /status/devices/0/networkData/ips | ['010.9.8.7/24'] | status.devices[0].networkData.ips[0]: Invalid value: "010.9.8.7/24": must be in canonical form ("10.9.8.7/24")
      /status/devices/0/networkData/ips | ['10.9.8.7'] | status.devices[0].networkData.ips[0]: Invalid value: "10.9.8.7": must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)
      /status/allocation/devices/results/0/request | 'x' | status.allocation.devices.results[0].request: Invalid value: "x": must be the name of a request in the claim or the name of a request and a subrequest separated by '/'
      /status/allocation/devices/results/0/bindingFailureConditions | ['a'] | status.allocation.devices.results[0].bindingFailureConditions[0]: Invalid value: "a": bindingFailureConditions must not overlap with bindingConditions
      /status/allocation/devices/config/0/source | 'X' | status.allocation.devices.config[0].source: Unsupported value: "X": supported values: "FromClaim", "FromClass"
      """;

  @TestFactory
  Stream<DynamicTest> eachFaultOfAClaimsStatusIsSaid() {
    CheckedObject old = ValidFurniture.claim().without("/status");
    return STATUS_FAULTS
        .lines()
        .map(line -> List.of(line.split(" \\| ", 3)))
        .map(
            cells ->
                dynamicTest(
                    cells.get(0) + " = " + cells.get(1),
                    () ->
                        assertThat(
                                ValidFurniture.claim()
                                    .with(cells.get(0), cells.get(1))
                                    .statusFaultsAfter(old))
                            .contains(cells.get(2))));
  }

  @Test
  void devicesThatWereGivenAreNotExchanged() {
    CheckedObject claim = ValidFurniture.claim();

    assertThat(
            claim
                .with("/status/allocation/devices/results/0/pool", "'other'")
                .without("/status/devices")
                .statusFaultsAfter(claim))
        .singleElement()
        .asString()
        .startsWith("status.allocation: Invalid value: ")
        .endsWith(": field is immutable");
  }

  @Test
  void nobodyUsesWhatIsNotGivenOrIsToBeGivenBack() {
    CheckedObject claim = ValidFurniture.claim();
    CheckedObject leaving = claim.with("/metadata/deletionTimestamp", "'2026-01-01T00:00:00Z'");
    String another = "{'resource':'pods','name':'o','uid':'o'}";

    assertThat(
            claim.without("/status/allocation").without("/status/devices").statusFaultsAfter(claim))
        .containsExactly(
            "status.reservedFor: Forbidden: may not be specified when `allocated` is not set");
    assertThat(leaving.with("/status/reservedFor/1", another).statusFaultsAfter(leaving))
        .containsExactly(
            "status.reservedFor: Forbidden: new entries may not be added while"
                + " `deallocationRequested` or `deletionTimestamp` are set");
    assertThat(leaving.statusFaultsAfter(leaving)).isEmpty();
  }

  @Test
  void whatOthersRelyOnStays() {
    assertThat(changed("csidrivers", "/spec/attachRequired", "false"))
        .containsExactly("spec.attachedRequired: Invalid value: false: field is immutable");
    assertThat(changed("csinodes", "/spec/drivers/0/allocatable/count", "2")).isEmpty();
    assertThat(changed("csinodes", "/spec/drivers/0/nodeID", "'j'"))
        .singleElement()
        .asString()
        .endsWith(": field is immutable");
    assertThat(changed("csistoragecapacities", "/storageClassName", "'d'"))
        .containsExactly("storageClassName: Invalid value: \"d\": field is immutable");
    assertThat(changed("volumeattributesclasses", "/parameters/iops", "'1'"))
        .containsExactly("parameters: Forbidden: updates to parameters are forbidden.");
    assertThat(changed("ipaddresses", "/spec/parentRef/name", "'t'"))
        .singleElement()
        .asString()
        .startsWith("spec.parentRef: Invalid value: ");
    assertThat(changed("servicecidrs", "/spec/cidrs", "['10.97.0.0/16','fd00::/112']"))
        .containsExactly("spec.cidrs[0]: Invalid value: \"10.97.0.0/16\": field is immutable");
    assertThat(changed("servicecidrs", "/spec/cidrs", "['10.96.0.0/16']"))
        .containsExactly("spec.cidrs: Invalid value: [\"10.96.0.0/16\"]: field is immutable");
  }

  private static List<String> changed(String resource, String place, String json) {
    CheckedObject old = ValidFurniture.of(resource);
    return old.with(place, json).faultsAfter(old);
  }
}
