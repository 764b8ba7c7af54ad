package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.x509.SigningRequests;
import java.util.List;
import java.util.stream.Stream;

/** Valid objects with their defaults, as validation rules receive them. */
final class ValidObjects {
  private static final String SIGNING_REQUEST = SigningRequests.encoded("x");

  private static final String CONTAINER =
      """
      {'name':'main','image':'r.example/m:1','imagePullPolicy':'IfNotPresent',
       'terminationMessagePath':'/dev/termination-log','terminationMessagePolicy':'File',
       'resources':{'limits':{'cpu':'1'},'requests':{'cpu':'500m'}},
       'ports':[{'name':'web','containerPort':80,'protocol':'TCP'}],
       'env':[{'name':'A','value':'1'},
              {'name':'B','valueFrom':{'fieldRef':{'apiVersion':'v1','fieldPath':'metadata.name'}}}],
       'envFrom':[{'configMapRef':{'name':'c'}}],
       'volumeMounts':[{'name':'data','mountPath':'/data'}],
       'livenessProbe':{'httpGet':{'path':'/','port':'web','scheme':'HTTP'},'timeoutSeconds':1,
                        'periodSeconds':10,'successThreshold':1,'failureThreshold':3},
       'lifecycle':{'preStop':{'sleep':{'seconds':5}}},
       'securityContext':{'runAsUser':1000,'seccompProfile':{'type':'RuntimeDefault'}}}
      """;

  private static final String POD_SPEC =
      """
      {'containers':[%s],
       'initContainers':[{'name':'first','image':'r.example/i:1','imagePullPolicy':'Always',
                          'terminationMessagePolicy':'File'}],
       'volumes':[{'name':'data','emptyDir':{}},
                  {'name':'all','projected':{'defaultMode':420,'sources':[
                     {'secret':{'name':'s'}},
                     {'downwardAPI':{'items':[{'path':'n','fieldRef':{'apiVersion':'v1','fieldPath':'metadata.name'}}]}}]}}],
       'restartPolicy':'Always','terminationGracePeriodSeconds':30,'dnsPolicy':'ClusterFirst',
       'dnsConfig':{'nameservers':['10.0.0.10'],'searches':['example.com']},
       'securityContext':{'fsGroup':1},'schedulerName':'default-scheduler',
       'nodeSelector':{'disk':'ssd'},
       'tolerations':[{'key':'k','operator':'Exists','effect':'NoExecute','tolerationSeconds':300}],
       'hostAliases':[{'ip':'10.1.2.3','hostnames':['a.example']}],
       'topologySpreadConstraints':[{'maxSkew':1,'topologyKey':'zone','whenUnsatisfiable':'DoNotSchedule',
                                     'labelSelector':{'matchLabels':{'app':'a'}}}],
       'affinity':{'nodeAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':{'nodeSelectorTerms':[
                      {'matchExpressions':[{'key':'zone','operator':'In','values':['a']}]}]}},
                   'podAntiAffinity':{'preferredDuringSchedulingIgnoredDuringExecution':[
                      {'weight':1,'podAffinityTerm':{'topologyKey':'zone','labelSelector':{'matchLabels':{'app':'a'}}}}]}}}
      """
          .formatted(CONTAINER);

  /** A minimal template: the rules of pods are tested on pods. */
  private static final String TEMPLATE =
      """
      {'metadata':{'labels':{'app':'a'}},'spec':{'restartPolicy':'Always','dnsPolicy':'ClusterFirst',
       'terminationGracePeriodSeconds':30,'containers':[{'name':'main','image':'r.example/m:1',
       'imagePullPolicy':'Always','terminationMessagePolicy':'File'}]}}
      """;

  private ValidObjects() {}

  static CheckedObject pod() {
    return object(
        "pods", "'spec':" + POD_SPEC + ",'status':{'phase':'Pending','qosClass':'Burstable'}");
  }

  static CheckedObject deployment() {
    return workload(
        "deployments.apps",
        """
        'strategy':{'type':'RollingUpdate','rollingUpdate':{'maxSurge':'25%','maxUnavailable':'25%'}},
        'progressDeadlineSeconds':600,'revisionHistoryLimit':10
        """);
  }

  static CheckedObject daemonSet() {
    return workload(
        "daemonsets.apps",
        "'updateStrategy':{'type':'RollingUpdate','rollingUpdate':{'maxSurge':0,'maxUnavailable':1}}");
  }

  static CheckedObject statefulSet() {
    return workload(
        "statefulsets.apps",
        """
        'serviceName':'s','podManagementPolicy':'OrderedReady','updateStrategy':{'type':'RollingUpdate','rollingUpdate':{'partition':0}},
        'volumeClaimTemplates':[{'metadata':{'name':'big'},'spec':{'accessModes':['ReadWriteOnce'],'resources':{'requests':{'storage':'1Gi'}}}}]
        """);
  }

  static CheckedObject replicaSet() {
    return workload("replicasets.apps", "'minReadySeconds':0");
  }

  private static CheckedObject workload(String resource, String more) {
    return object(
        resource,
        "'spec':{'replicas':1,'selector':{'matchLabels':{'app':'a'}},'template':"
            + TEMPLATE
            + ","
            + more
            + "}");
  }

  static CheckedObject job() {
    return object(
        "jobs.batch",
        "'spec':" + jobSpec("'manualSelector':true,'selector':{'matchLabels':{'app':'a'}},"));
  }

  static CheckedObject cronJob() {
    return object(
        "cronjobs.batch",
        "'spec':{'schedule':'*/5 * * * *','concurrencyPolicy':'Allow','jobTemplate':{'spec':"
            + jobSpec("")
            + "}}");
  }

  private static String jobSpec(String more) {
    return "{"
        + more
        + "'parallelism':1,'completions':1,'backoffLimit':6,'completionMode':'NonIndexed','template':"
        + TEMPLATE.replace("'restartPolicy':'Always'", "'restartPolicy':'Never'")
        + "}";
  }

  static CheckedObject service() {
    return object(
        "services",
        """
        'spec':{'type':'ClusterIP','clusterIP':'10.0.0.1','clusterIPs':['10.0.0.1'],'ipFamilies':['IPv4'],'ipFamilyPolicy':'SingleStack',
        'sessionAffinity':'None','internalTrafficPolicy':'Cluster','selector':{'app':'a'},
        'ports':[{'name':'web','port':80,'protocol':'TCP','targetPort':8080}]}
        """);
  }

  static CheckedObject ingress() {
    return object(
        "ingresses.networking.k8s.io",
        """
        'spec':{'ingressClassName':'c','rules':[{'host':'a.example','http':{'paths':[{'path':'/','pathType':'Prefix',
        'backend':{'service':{'name':'s','port':{'number':80}}}}]}}],'tls':[{'hosts':['a.example'],'secretName':'t'}]}
        """);
  }

  static CheckedObject networkPolicy() {
    return object(
        "networkpolicies.networking.k8s.io",
        """
        'spec':{'podSelector':{},'policyTypes':['Ingress'],'ingress':[{'ports':[{'port':80,'endPort':90,'protocol':'TCP'}],
        'from':[{'ipBlock':{'cidr':'10.0.0.0/8','except':['10.1.0.0/16']}},{'podSelector':{'matchLabels':{'app':'a'}}}]}]}
        """);
  }

  static CheckedObject claim() {
    return object(
        "persistentvolumeclaims",
        """
        'spec':{'accessModes':['ReadWriteOnce'],'resources':{'requests':{'storage':'1Gi'}},'volumeMode':'Filesystem',
        'storageClassName':'fast'},'status':{'phase':'Pending'}
        """);
  }

  static CheckedObject volume() {
    return object(
        "persistentvolumes",
        """
        'spec':{'accessModes':['ReadWriteOnce'],'capacity':{'storage':'1Gi'},'persistentVolumeReclaimPolicy':'Retain',
        'volumeMode':'Filesystem','hostPath':{'path':'/data','type':''}}
        """);
  }

  static CheckedObject role() {
    return object(
        "roles.rbac.authorization.k8s.io",
        "'rules':[{'apiGroups':[''],'resources':['pods'],'verbs':['get']}]");
  }

  static CheckedObject roleBinding() {
    return object(
        "rolebindings.rbac.authorization.k8s.io",
        """
        'roleRef':{'apiGroup':'rbac.authorization.k8s.io','kind':'Role','name':'r'},
        'subjects':[{'kind':'ServiceAccount','name':'s','namespace':'n'},
                    {'kind':'User','name':'u','apiGroup':'rbac.authorization.k8s.io'}]
        """);
  }

  static CheckedObject autoscaler() {
    return object(
        "horizontalpodautoscalers.autoscaling",
        """
        'spec':{'minReplicas':1,'maxReplicas':3,'scaleTargetRef':{'apiVersion':'apps/v1','kind':'Deployment','name':'d'},
        'metrics':[{'type':'Resource','resource':{'name':'cpu','target':{'type':'Utilization','averageUtilization':80}}}],
        'behavior':{'scaleUp':{'selectPolicy':'Max','policies':[{'type':'Pods','value':4,'periodSeconds':15}]}}}
        """);
  }

  static CheckedObject budget() {
    return object(
        "poddisruptionbudgets.policy",
        "'spec':{'minAvailable':1,'selector':{'matchLabels':{'app':'a'}}}");
  }

  static CheckedObject quota() {
    return object(
        "resourcequotas",
        "'spec':{'hard':{'pods':'10','requests.cpu':'4'},'scopes':['NotTerminating']}");
  }

  static CheckedObject limitRange() {
    return object(
        "limitranges",
        "'spec':{'limits':[{'type':'Container','min':{'cpu':'100m'},'max':{'cpu':'2'},'default':{'cpu':'1'},'defaultRequest':{'cpu':'500m'},'maxLimitRequestRatio':{'cpu':'4'}}]}");
  }

  static CheckedObject configMap() {
    return object("configmaps", "'data':{'k':'v'},'binaryData':{'b':'AAAA'}");
  }

  static CheckedObject secret() {
    return object("secrets", "'data':{'k':'dg=='},'type':'Opaque'");
  }

  static CheckedObject slice() {
    return object(
        "endpointslices.discovery.k8s.io",
        "'addressType':'IPv4','ports':[{'name':'web','port':80,'protocol':'TCP'}],'endpoints':[{'addresses':['10.1.2.3']}]");
  }

  static CheckedObject endpoints() {
    return object(
        "endpoints",
        "'subsets':[{'addresses':[{'ip':'10.1.2.3'}],'ports':[{'port':80,'protocol':'TCP'}]}]");
  }

  static CheckedObject webhooks() {
    return object(
        "validatingwebhookconfigurations.admissionregistration.k8s.io",
        """
        'webhooks':[{'name':'a.b.example','sideEffects':'None','admissionReviewVersions':['v1'],'timeoutSeconds':10,
        'clientConfig':{'service':{'name':'s','namespace':'n','port':443,'path':'/a'}},
        'rules':[{'operations':['CREATE'],'apiGroups':[''],'apiVersions':['v1'],'resources':['pods'],'scope':'*'}]}]
        """);
  }

  /** Returns one object of every kind that has rules. */
  static List<CheckedObject> all() {
    return Stream.of(usual(), ValidClusterObjects.all()).flatMap(List::stream).toList();
  }

  private static List<CheckedObject> usual() {
    return List.of(
        pod(),
        deployment(),
        daemonSet(),
        statefulSet(),
        replicaSet(),
        object(
            "replicationcontrollers",
            "'spec':{'replicas':1,'selector':{'app':'a'},'template':" + TEMPLATE + "}"),
        object("podtemplates", "'template':" + TEMPLATE),
        job(),
        cronJob(),
        service(),
        ingress(),
        networkPolicy(),
        claim(),
        volume(),
        role(),
        roleBinding(),
        object(
            "clusterroles.rbac.authorization.k8s.io",
            "'rules':[],'aggregationRule':{'clusterRoleSelectors':[{'matchLabels':{'a':'b'}}]}"),
        object(
            "clusterrolebindings.rbac.authorization.k8s.io",
            "'roleRef':{'apiGroup':'rbac.authorization.k8s.io','kind':'ClusterRole','name':'r'},'subjects':[]"),
        autoscaler(),
        budget(),
        quota(),
        limitRange(),
        configMap(),
        secret(),
        slice(),
        endpoints(),
        webhooks(),
        object("controllerrevisions.apps", "'revision':1,'data':{}"),
        object(
            "certificatesigningrequests.certificates.k8s.io",
            "'spec':{'request':'%s','usages':['client auth'],'signerName':'example.com/s'}"
                .formatted(SIGNING_REQUEST)),
        object(
            "ingressclasses.networking.k8s.io",
            "'spec':{'controller':'example.com/c','parameters':{'kind':'K','name':'n','scope':'Cluster'}}"),
        object(
            "leases.coordination.k8s.io",
            "'spec':{'leaseDurationSeconds':15,'holderIdentity':'h','leaseTransitions':1}"),
        object("namespaces", "'spec':{'finalizers':['kubernetes']},'status':{'phase':'Active'}"),
        object(
            "nodes",
            "'spec':{'podCIDRs':['10.1.0.0/24'],'taints':[{'key':'k','effect':'NoSchedule'}]},'status':{'capacity':{'cpu':'4'}}"),
        object(
            "priorityclasses.scheduling.k8s.io",
            "'value':1000,'preemptionPolicy':'PreemptLowerPriority'"),
        object("runtimeclasses.node.k8s.io", "'handler':'runc'"),
        object(
            "storageclasses.storage.k8s.io",
            "'provisioner':'example.com/p','reclaimPolicy':'Delete','volumeBindingMode':'Immediate','parameters':{'a':'b'}"));
  }

  static CheckedObject object(String resource, String content) {
    return CheckedObject.of(
        resource, "{'metadata':{'name':'x','namespace':'n','uid':'u'}," + content + "}");
  }
}
