package io.listwatch.objects.kinds.validation;

import static io.listwatch.objects.kinds.validation.ValidObjects.object;

import java.util.List;

/** Valid objects of the kinds that configure a cluster. */
final class ValidClusterObjects {
  private static final String RULE =
      "{'operations':['CREATE'],'apiGroups':['apps'],'apiVersions':['v1'],'resources':['deployments'],'scope':'*'}";

  private static final String MATCHED =
      "{'matchPolicy':'Equivalent','namespaceSelector':{},'objectSelector':{},'resourceRules':[%s]}"
          .formatted(RULE);

  private ValidClusterObjects() {}

  static CheckedObject claim() {
    return object(
        "resourceclaims.resource.k8s.io",
        """
        'spec':{'devices':{
          'requests':[{'name':'r','exactly':{'deviceClassName':'gpu','allocationMode':'ExactCount','count':1,
              'selectors':[{'cel':{'expression':'true'}}],'tolerations':[{'key':'k','operator':'Exists'}]}},
            {'name':'s','firstAvailable':[{'name':'t','deviceClassName':'gpu','allocationMode':'All'}]}],
          'constraints':[{'requests':['r','s/t'],'matchAttribute':'example.com/model'}],
          'config':[{'requests':['r'],'opaque':{'driver':'d.example','parameters':{'a':1}}}]}},
        'status':{'allocation':{'devices':{'results':[
            {'request':'r','driver':'d.example','pool':'p/q','device':'g0','bindingConditions':['a'],'bindingFailureConditions':['b']}],
            'config':[{'source':'FromClaim','requests':['r'],'opaque':{'driver':'d.example','parameters':{}}}]}},
          'reservedFor':[{'resource':'pods','name':'n','uid':'u'}],
          'devices':[{'driver':'d.example','pool':'p/q','device':'g0','networkData':{'ips':['10.9.8.7/24']},
            'conditions':[{'type':'Ready','status':'True','reason':'R','lastTransitionTime':'2024-01-01T00:00:00Z'}]}]}
        """);
  }

  /** Returns one object of each of these kinds. */
  static List<CheckedObject> all() {
    return List.of(
        claim(),
        object(
            "resourceclaimtemplates.resource.k8s.io",
            "'spec':{'spec':{'devices':{'requests':[{'name':'r','exactly':{'deviceClassName':'gpu','allocationMode':'All'}}]}}}"),
        object(
            "deviceclasses.resource.k8s.io",
            "'spec':{'selectors':[{'cel':{'expression':'true'}}],'extendedResourceName':'example.com/gpu','config':[{'opaque':{'driver':'d','parameters':{}}}]}"),
        object(
            "csidrivers.storage.k8s.io",
            "'spec':{'attachRequired':true,'fsGroupPolicy':'File','volumeLifecycleModes':['Persistent'],'tokenRequests':[{'audience':'a','expirationSeconds':600}],'nodeAllocatableUpdatePeriodSeconds':10,'serviceAccountTokenInSecrets':true}"),
        object(
            "csinodes.storage.k8s.io",
            "'spec':{'drivers':[{'name':'d','nodeID':'i','topologyKeys':['example.com/zone'],'allocatable':{'count':1}}]}"),
        object(
            "csistoragecapacities.storage.k8s.io",
            "'storageClassName':'c','capacity':'1Gi','nodeTopology':{'matchLabels':{'zone':'a'}}"),
        object(
            "volumeattachments.storage.k8s.io",
            "'spec':{'attacher':'d','nodeName':'n','source':{'persistentVolumeName':'v'}},'status':{'attachmentMetadata':{'a':'b'},'attachError':{'message':'m','errorCode':1}}"),
        object(
            "volumeattributesclasses.storage.k8s.io",
            "'driverName':'d','parameters':{'iops':'3000'}"),
        object(
            "flowschemas.flowcontrol.apiserver.k8s.io",
            """
            'spec':{'matchingPrecedence':1000,'priorityLevelConfiguration':{'name':'l'},'distinguisherMethod':{'type':'ByUser'},
            'rules':[{'subjects':[{'kind':'Group','group':{'name':'g'}},
                {'kind':'ServiceAccount','serviceAccount':{'name':'*','namespace':'n'}}],
              'resourceRules':[{'verbs':['get'],'apiGroups':[''],'resources':['pods'],'namespaces':['n']}],
              'nonResourceRules':[{'verbs':['*'],'nonResourceURLs':['/healthz','/a/*']}]}]},
            'status':{'conditions':[{'type':'Dangling'}]}
            """),
        object(
            "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io",
            "'spec':{'type':'Limited','limited':{'nominalConcurrencyShares':20,'lendablePercent':0,'borrowingLimitPercent':1,'limitResponse':{'type':'Queue','queuing':{'queues':64,'handSize':8,'queueLengthLimit':50}}}}"),
        object(
            "validatingadmissionpolicies.admissionregistration.k8s.io",
            """
            'spec':{'failurePolicy':'Fail','paramKind':{'apiVersion':'example.com/v1','kind':'Limit'},'matchConstraints':%s,
            'matchConditions':[{'name':'c','expression':'true'}],'variables':[{'name':'v','expression':'1'}],
            'validations':[{'expression':'true','message':'m','reason':'Invalid'}],
            'auditAnnotations':[{'key':'k','valueExpression':'request.name'}]}
            """
                .formatted(MATCHED)),
        object(
            "validatingadmissionpolicybindings.admissionregistration.k8s.io",
            "'spec':{'policyName':'p','validationActions':['Deny','Audit'],'paramRef':{'name':'a','parameterNotFoundAction':'Deny'},'matchResources':%s}"
                .formatted(MATCHED)),
        object(
            "mutatingadmissionpolicies.admissionregistration.k8s.io",
            "'spec':{'failurePolicy':'Fail','reinvocationPolicy':'Never','matchConstraints':%s,'mutations':[{'patchType':'JSONPatch','jsonPatch':{'expression':'[JSONPatch{}]'}}]}"
                .formatted(MATCHED)),
        object(
            "mutatingadmissionpolicybindings.admissionregistration.k8s.io",
            "'spec':{'policyName':'p','matchResources':%s}".formatted(MATCHED)),
        object(
                "apiservices.apiregistration.k8s.io",
                "'spec':{'group':'g.example','version':'v1','groupPriorityMinimum':100,'versionPriority':10,'caBundle':'eA==','service':{'name':'s','namespace':'n','port':443}},'status':{'conditions':[{'type':'Available','status':'True'}]}")
            .with("/metadata/name", "'v1.g.example'"),
        object("servicecidrs.networking.k8s.io", "'spec':{'cidrs':['10.96.0.0/16','fd00::/112']}"),
        object(
                "ipaddresses.networking.k8s.io",
                "'spec':{'parentRef':{'group':'','resource':'services','namespace':'n','name':'s'}}")
            .with("/metadata/name", "'10.96.0.1'"));
  }
}
