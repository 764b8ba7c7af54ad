package io.listwatch.objects.kinds.validation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The kinds that programs write more often than people do. */
final class QuietKindsTest {
  private static final CheckedObject EVENT =
      CheckedObject.of(
          "events", "{'metadata':{'namespace':'n'},'involvedObject':{'namespace':'n'}}");

  private static final CheckedObject STRICT_EVENT =
      CheckedObject.of(
          "events.events.k8s.io",
          "{'metadata':{'namespace':'n'},'regarding':{'namespace':'n'},'type':'Normal',"
              + "'reason':'r','action':'a','reportingController':'x.io/c','reportingInstance':'i',"
              + "'eventTime':'2024-01-02T03:04:05.000000Z'}");

  private static final CheckedObject API_SERVICE =
      CheckedObject.of(
          "apiservices.apiregistration.k8s.io",
          "{'metadata':{'name':'v1.x.io'},'spec':{'group':'x.io','version':'v1',"
              + "'groupPriorityMinimum':100,'versionPriority':10,"
              + "'service':{'name':'s','namespace':'n','port':443}}}");

  private static final CheckedObject DRIVER =
      CheckedObject.of(
          "csidrivers.storage.k8s.io",
          "{'metadata':{'name':'x.io'},'spec':{'attachRequired':true,"
              + "'volumeLifecycleModes':['Persistent'],'fsGroupPolicy':'File',"
              + "'tokenRequests':[{'audience':'a','expirationSeconds':600}]}}");

  private static final CheckedObject NODE =
      CheckedObject.of(
          "csinodes.storage.k8s.io",
          "{'spec':{'drivers':[{'name':'x.io','nodeID':'n','topologyKeys':['a/b'],"
              + "'allocatable':{'count':5}}]}}");

  private static final CheckedObject CAPACITY =
      CheckedObject.of(
          "csistoragecapacities.storage.k8s.io",
          "{'storageClassName':'slow','capacity':'1Gi','nodeTopology':{'matchLabels':{'a':'b'}}}");

  private static final CheckedObject ATTACHMENT =
      CheckedObject.of(
          "volumeattachments.storage.k8s.io",
          "{'spec':{'attacher':'x.io','nodeName':'n','source':{'persistentVolumeName':'p'}}}");

  private static final CheckedObject ATTRIBUTES =
      CheckedObject.of(
          "volumeattributesclasses.storage.k8s.io", "{'driverName':'x.io','parameters':{'a':'b'}}");

  private static final CheckedObject FLOW =
      CheckedObject.of(
          "flowschemas.flowcontrol.apiserver.k8s.io",
          "{'spec':{'matchingPrecedence':9000,'priorityLevelConfiguration':{'name':'p'},"
              + "'distinguisherMethod':{'type':'ByUser'},'rules':[{"
              + "'subjects':[{'kind':'User','user':{'name':'u'}}],"
              + "'resourceRules':[{'apiGroups':[''],'resources':['pods'],'verbs':['get'],"
              + "'namespaces':['n']}],"
              + "'nonResourceRules':[{'verbs':['get'],'nonResourceURLs':['/x']}]}]}}");

  private static final CheckedObject LEVEL =
      CheckedObject.of(
          "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io",
          "{'spec':{'type':'Limited','limited':{'nominalConcurrencyShares':1,'lendablePercent':10,"
              + "'limitResponse':{'type':'Queue',"
              + "'queuing':{'queues':8,'handSize':2,'queueLengthLimit':10}}}}}");

  private static final CheckedObject RANGE =
      CheckedObject.of("servicecidrs.networking.k8s.io", "{'spec':{'cidrs':['10.1.0.0/24']}}");

  private static final CheckedObject ADDRESS =
      CheckedObject.of(
          "ipaddresses.networking.k8s.io",
          "{'metadata':{'name':'10.1.0.5'},'spec':{'parentRef':{'resource':'services',"
              + "'name':'s','namespace':'n'}}}");

  private static final CheckedObject BINDING =
      CheckedObject.of(
          "validatingadmissionpolicybindings.admissionregistration.k8s.io",
          "{'spec':{'policyName':'p','validationActions':['Deny'],"
              + "'paramRef':{'name':'c','parameterNotFoundAction':'Deny'}}}");

  @Test
  void nothingIsWrongWithThemAsTheyAre() {
    for (CheckedObject each :
        new CheckedObject[] {
          EVENT,
          STRICT_EVENT,
          API_SERVICE,
          DRIVER,
          NODE,
          CAPACITY,
          ATTACHMENT,
          ATTRIBUTES,
          FLOW,
          LEVEL,
          RANGE,
          ADDRESS,
          BINDING
        }) {
      assertThat(each.faults()).as(each.type().toString()).isEmpty();
      assertThat(each.faultsAfter(each)).as(each.type().toString()).isEmpty();
    }
  }

  @Test
  void anEventIsWhereItsObjectIs() {
    assertThat(EVENT.with("/involvedObject/namespace", "'m'").faults())
        .containsExactly(
            "involvedObject.namespace: Invalid value: \"m\": does not match event.namespace");
    assertThat(STRICT_EVENT.without("/regarding/namespace").faults())
        .containsExactly(
            "involvedObject.namespace: Invalid value: \"\": does not match event.namespace");
    assertThat(
            EVENT
                .without("/involvedObject/namespace")
                .with("/metadata/namespace", "'default'")
                .faults())
        .isEmpty();
    assertThat(STRICT_EVENT.with("/regarding/namespace", "'m'").faults()).isEmpty();
  }

  @Test
  void anEventOfTheNewerKindSaysAll() {
    assertThat(
            STRICT_EVENT
                .with("/series", "{'count':1}")
                .with("/type", "'Bad'")
                .with("/deprecatedCount", "3")
                .without("/eventTime")
                .faults())
        .containsExactly(
            "series.count: Invalid value: \"\": should be at least 2",
            "series.lastObservedTime: Required value",
            "eventTime: Required value",
            "type: Invalid value: \"\": has invalid value: Bad",
            "count: Invalid value: \"\": needs to be unset");
    assertThat(
            STRICT_EVENT
                .with("/note", "'" + "x".repeat(1025) + "'")
                .without("/action")
                .with("/reportingController", "'/x'")
                .faults())
        .containsExactly(
            "reportingController: Invalid value: \"/x\": prefix part must be non-empty",
            "action: Required value",
            "message: Invalid value: \"\": can have at most 1024 characters");
  }

  @Test
  void onlyHowOftenItHappenedChanges() {
    String series = "{'count':2,'lastObservedTime':'2024-01-02T03:04:06.000000Z'}";

    assertThat(STRICT_EVENT.with("/series", series).faultsAfter(STRICT_EVENT)).isEmpty();
    assertThat(
            STRICT_EVENT
                .with("/note", "'y'")
                .with("/regarding/name", "'q'")
                .faultsAfter(STRICT_EVENT))
        .containsExactly(
            "involvedObject: Invalid value: {\"Kind\":\"\",\"Namespace\":\"n\",\"Name\":\"q\","
                + "\"UID\":\"\",\"APIVersion\":\"\",\"ResourceVersion\":\"\",\"FieldPath\":\"\"}:"
                + " field is immutable",
            "message: Invalid value: \"y\": field is immutable");
  }

  @Test
  void anApiServiceIsCalledWhatItServes() {
    assertThat(
            API_SERVICE
                .with("/spec/version", "'V1'")
                .with("/spec/versionPriority", "0")
                .with("/spec/service/port", "0")
                .faults())
        .containsExactly(
            "metadata.name: Invalid value: \"v1.x.io\": must be `spec.version+\".\"+spec.group`:"
                + " \"V1.x.io\"",
            "spec.version: Invalid value: \"V1\": a DNS-1035 label must consist of lower case"
                + " alphanumeric characters or '-', start with an alphabetic character, and end"
                + " with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for"
                + " validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
            "spec.versionPriority: Invalid value: 0: must be positive and less than 1000",
            "spec.service.port: Invalid value: 0: port is not valid: must be between 1 and 65535,"
                + " inclusive");
    assertThat(
            API_SERVICE
                .without("/spec/service")
                .with("/spec/insecureSkipTLSVerify", "true")
                .faults())
        .containsExactly(
            "spec.insecureSkipTLSVerify: Invalid value: true: local APIServices may not have"
                + " insecureSkipTLSVerify");
  }

  @Test
  void aDriverCanDoWhatThereIs() {
    assertThat(
            DRIVER
                .with("/spec/volumeLifecycleModes/0", "'x'")
                .with("/spec/fsGroupPolicy", "''")
                .with("/spec/tokenRequests/1", "{'audience':'a','expirationSeconds':5}")
                .faults())
        .containsExactly(
            "spec.fsGroupPolicy: Unsupported value: \"\": supported values: \"File\", \"None\","
                + " \"ReadWriteOnceWithFSType\"",
            "spec.tokenRequests[1].audience: Duplicate value: \"a\"",
            "spec.volumeLifecycleModes: Unsupported value: \"x\": supported values: \"Persistent\","
                + " \"Ephemeral\"");
    assertThat(DRIVER.with("/spec/attachRequired", "false").faultsAfter(DRIVER))
        .containsExactly("spec.attachedRequired: Invalid value: false: field is immutable");
  }

  @Test
  void driversOnANodeStayWhatTheyAre() {
    assertThat(NODE.with("/spec/drivers/1", "{'name':'x.io'}").faults())
        .containsExactly(
            "spec.drivers[1].nodeID: Required value",
            "spec.drivers[1].name: Duplicate value: \"x.io\"");
    assertThat(NODE.with("/spec/drivers/0/topologyKeys/1", "'a/b'").faults())
        .containsExactly("spec.drivers[0]: Duplicate value: \"a/b\"");
    assertThat(NODE.with("/spec/drivers/0/nodeID", "'m'").faultsAfter(NODE))
        .containsExactly(
            "spec.drivers: Invalid value: {\"Name\":\"x.io\",\"NodeID\":\"m\","
                + "\"TopologyKeys\":[\"a/b\"],\"Allocatable\":null}: field is immutable");
    assertThat(NODE.with("/spec/drivers/0/allocatable/count", "9").faultsAfter(NODE)).isEmpty();
  }

  @Test
  void capacityIsOfAClassInAPlace() {
    assertThat(CAPACITY.with("/capacity", "'-1'").faults())
        .containsExactly("capacity: Invalid value: \"-1\": must be greater than or equal to 0");
    assertThat(
            CAPACITY
                .with("/storageClassName", "'x'")
                .without("/nodeTopology")
                .faultsAfter(CAPACITY))
        .containsExactly(
            "nodeTopology: Invalid value: null: field is immutable",
            "storageClassName: Invalid value: \"x\": field is immutable");
  }

  @Test
  void anAttachmentIsOfOneVolumeToOneNode() {
    assertThat(ATTACHMENT.without("/spec/source/persistentVolumeName").faults())
        .containsExactly(
            "spec.source: Required value: must specify exactly one of inlineVolumeSpec and"
                + " persistentVolumeName");
    assertThat(ATTACHMENT.with("/spec/nodeName", "'m'").faultsAfter(ATTACHMENT))
        .containsExactly(
            "spec: Invalid value:"
                + " {\"Attacher\":\"x.io\",\"Source\":{\"PersistentVolumeName\":\"p\",\"InlineVolumeSpec\":null},\"NodeName\":\"m\"}:"
                + " field is immutable");
  }

  @Test
  void attributesStay() {
    assertThat(ATTRIBUTES.without("/parameters").without("/driverName").faults())
        .containsExactly(
            "driverName: Required value",
            "parameters: Required value: must contain at least one key/value pair");
    assertThat(ATTRIBUTES.with("/parameters/c", "'d'").faultsAfter(ATTRIBUTES))
        .containsExactly("parameters: Forbidden: updates to parameters are forbidden.");
  }

  @Test
  void aFlowIsOfSomebodyAndSomething() {
    assertThat(
            FLOW.with("/spec/matchingPrecedence", "1")
                .with("/spec/distinguisherMethod/type", "'x'")
                .with("/spec/rules/0/subjects/0/kind", "'Group'")
                .with("/spec/rules/0/resourceRules/0/verbs/1", "'fly'")
                .with("/spec/rules/0/nonResourceRules/0/nonResourceURLs/0", "'x'")
                .faults())
        .containsExactly(
            "spec.matchingPrecedence: Invalid value: 1: only the schema named 'exempt' may have"
                + " matchingPrecedence 1",
            "spec.distinguisherMethod.type: Unsupported value: {\"Type\":\"x\"}: supported values:"
                + " \"ByNamespace\", \"ByUser\"",
            "spec.rules[0].subjects[0].group: Required value: group is required when subject kind"
                + " is 'Group'",
            "spec.rules[0].subjects[0].user: Forbidden: user is forbidden when subject kind is not"
                + " 'User'",
            "spec.rules[0].resourceRules[0].verbs: Unsupported value: [\"get\",\"fly\"]: supported"
                + " values: \"create\", \"delete\", \"deletecollection\", \"get\", \"list\","
                + " \"patch\", \"proxy\", \"update\", \"watch\"",
            "spec.rules[0].nonResourceRules[0].nonResourceURLs[0]: Invalid value: \"x\": must start"
                + " with slash");
  }

  @Test
  void whatNeverWaitsAndWhatNobodyWantsIsFixed() {
    CheckedObject exempt =
        ValidObjects.object(
                "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io",
                "'spec':{'type':'Exempt','exempt':{'nominalConcurrencyShares':7}}")
            .with("/metadata/name", "'exempt'");

    assertThat(exempt.faults()).isEmpty();
    assertThat(LEVEL.with("/metadata/name", "'exempt'").faults())
        .hasSize(2)
        .contains(
            "spec.type: Invalid value: \"Limited\": must be 'Exempt' if and only if `name` is"
                + " 'exempt'")
        .last()
        .asString()
        .endsWith(": spec of 'exempt' except the 'spec.exempt' field must equal the fixed value");
    assertThat(LEVEL.with("/metadata/name", "'catch-all'").faults())
        .singleElement()
        .asString()
        .endsWith(": spec of 'catch-all' must equal the fixed value");
    assertThat(FLOW.with("/metadata/name", "'catch-all'").faults())
        .singleElement()
        .asString()
        .endsWith(": spec of 'catch-all' must equal the fixed value");
  }

  /** The specs that the reference has for them. */
  @Test
  void theFixedFlowsAreWhatTheyAre() {
    String everything =
        "'resourceRules':[{'verbs':['*'],'apiGroups':['*'],'resources':['*'],'clusterScope':true,"
            + "'namespaces':['*']}],'nonResourceRules':[{'verbs':['*'],'nonResourceURLs':['*']}]";
    CheckedObject level =
        ValidObjects.object(
                "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io",
                "'spec':{'type':'Limited','limited':{'nominalConcurrencyShares':5,"
                    + "'limitResponse':{'type':'Reject'},'lendablePercent':0}}")
            .with("/metadata/name", "'catch-all'");
    CheckedObject rest =
        FLOW.with("/metadata/name", "'catch-all'")
            .with(
                "/spec",
                "{'priorityLevelConfiguration':{'name':'catch-all'},'matchingPrecedence':10000,"
                    + "'distinguisherMethod':{'type':'ByUser'},'rules':[{'subjects':["
                    + "{'kind':'Group','group':{'name':'system:unauthenticated'}},"
                    + "{'kind':'Group','group':{'name':'system:authenticated'}}],"
                    + everything
                    + "}]}");
    CheckedObject exempt =
        FLOW.with("/metadata/name", "'exempt'")
            .with(
                "/spec",
                "{'priorityLevelConfiguration':{'name':'exempt'},'matchingPrecedence':1,"
                    + "'rules':[{'subjects':[{'kind':'Group','group':{'name':'system:masters'}}],"
                    + everything
                    + "}]}");

    assertThat(level.faults()).isEmpty();
    assertThat(rest.faults()).isEmpty();
    assertThat(exempt.faults()).isEmpty();
    assertThat(exempt.with("/spec/matchingPrecedence", "2").faults()).hasSize(1);
  }

  @Test
  void whoWaitsWaitsInQueues() {
    assertThat(
            LEVEL
                .with("/spec/limited/lendablePercent", "101")
                .with("/spec/limited/limitResponse/queuing/handSize", "9")
                .faults())
        .containsExactly(
            "spec.limited.limitResponse.queuing.handSize: Invalid value: 9: should not be greater"
                + " than queues (8)",
            "spec.limited.lendablePercent: Invalid value: 101: must be between 0 and 100,"
                + " inclusive");
    assertThat(LEVEL.with("/spec/type", "'x'").faults())
        .containsExactly(
            "spec.type: Unsupported value: \"x\": supported values: \"Exempt\", \"Limited\"");
  }

  @Test
  void aRangeMayOnlyGainASecondFamily() {
    assertThat(RANGE.with("/spec/cidrs/1", "'fd00::/108'").faultsAfter(RANGE)).isEmpty();
    assertThat(RANGE.with("/spec/cidrs/0", "'10.2.0.0/24'").faultsAfter(RANGE))
        .containsExactly("spec.cidrs[0]: Invalid value: \"10.2.0.0/24\": field is immutable");
    assertThat(RANGE.with("/spec/cidrs/1", "'10.2.0.0/24'").faults())
        .containsExactly(
            "spec.cidrs: Invalid value: [\"10.1.0.0/24\",\"10.2.0.0/24\"]: may specify no more than"
                + " one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64");
  }

  @Test
  void anAddressIsSomebodys() {
    assertThat(ADDRESS.with("/metadata/name", "'x'").without("/spec/parentRef").faults())
        .containsExactly(
            "metadata.name: Invalid value: \"x\": must be a valid IP address, (e.g. 10.9.8.7 or"
                + " 2001:db8::ffff)",
            "spec.parentRef: Required value");
    assertThat(ADDRESS.with("/spec/parentRef/name", "'t'").faultsAfter(ADDRESS))
        .containsExactly(
            "spec.parentRef: Invalid value: {\"Group\":\"\",\"Resource\":\"services\","
                + "\"Namespace\":\"n\",\"Name\":\"t\"}: field is immutable");
  }

  @Test
  void aBindingSaysWhatIsDone() {
    assertThat(
            BINDING
                .without("/spec/paramRef/name")
                .with("/spec/validationActions/1", "'Warn'")
                .faults())
        .containsExactly(
            "spec.paramRef: Required value: one of name or selector must be specified",
            "spec.validationActions: Invalid value: [\"Deny\",\"Warn\"]: must not contain both Deny"
                + " and Warn (repeating the same validation failure information in the API response"
                + " and headers serves no purpose)");
    assertThat(BINDING.without("/spec/policyName").without("/spec/validationActions").faults())
        .containsExactly(
            "spec.policyName: Required value",
            "spec.validationActions: Required value: at least one validation action is required");
  }
}
