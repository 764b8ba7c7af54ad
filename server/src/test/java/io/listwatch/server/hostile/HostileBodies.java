package io.listwatch.server.hostile;

import java.util.List;

/** Bodies from which {@link RequestGenerator} starts, and tokens that it inserts. */
final class HostileBodies {
  static final String[] ALL = {
    """
    {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","labels":{"a":"b"}},"data":{"k":"v"},"binaryData":{"x":"AA=="}}\
    """,
    """
    {"apiVersion":"v1","kind":"Pod","metadata":{"name":"p","generateName":"p-","finalizers":["x/y"],
     "ownerReferences":[{"apiVersion":"v1","kind":"Pod","name":"o","uid":"u","controller":true}]},
     "spec":{"containers":[{"name":"c","image":"i","resources":{"limits":{"cpu":"1","memory":"1Gi"}},
     "ports":[{"containerPort":80}],"env":[{"name":"A","value":"b"}]}],"volumes":[{"name":"v","emptyDir":{}}],
     "tolerations":[{"operator":"Exists"}]}}\
    """,
    """
    {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"d"},"spec":{"replicas":2,
     "selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},
     "spec":{"containers":[{"name":"c","image":"i"}]}}}}\
    """,
    """
    {"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
     "metadata":{"name":"things.example.com"},"spec":{"group":"example.com","scope":"Namespaced",
     "names":{"plural":"things","kind":"Thing"},"versions":[{"name":"v1","served":true,"storage":true,
     "subresources":{"status":{},"scale":{"specReplicasPath":".spec.r","statusReplicasPath":".status.r"}},
     "additionalPrinterColumns":[{"name":"x","type":"string","jsonPath":".spec.x"}],
     "schema":{"openAPIV3Schema":{"type":"object","properties":{"spec":{"type":"object",
     "properties":{"x":{"type":"string","pattern":"^a*$","default":"a"}},
     "x-kubernetes-validations":[{"rule":"self.x.size() < 5"}]}}}}}]}}\
    """,
    """
    {"apiVersion":"example.com/v1","kind":"Thing","metadata":{"name":"t"},"spec":{"x":"aa","y":[1,2.5,null]}}\
    """,
    """
    apiVersion: v1
    kind: Service
    metadata: {name: s}
    spec:
      ports: [{port: 80, targetPort: http}]
      selector: {a: b}
    """,
    """
    [{"op":"add","path":"/metadata/labels/x","value":"y"},{"op":"test","path":"/kind","value":"Pod"},
     {"op":"copy","from":"/metadata","path":"/spec/m"},{"op":"remove","path":"/data"}]\
    """,
    """
    {"metadata":{"labels":{"a":null},"resourceVersion":"1","managedFields":[{"manager":"m","operation":"Apply",
     "apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":{"f:data":{"f:k":{}}}}]},"data":null}\
    """,
    """
    {"spec":{"containers":[{"name":"c","$patch":"delete"},{"name":"d","image":"x"}],
     "$setElementOrder/containers":[{"name":"d"}],"$retainKeys":["containers"]}}\
    """,
    """
    {"kind":"DeleteOptions","apiVersion":"v1","gracePeriodSeconds":5,"preconditions":{"uid":"x"},"propagationPolicy":"Orphan"}\
    """,
    """
    {"apiVersion":"autoscaling/v1","kind":"Scale","metadata":{"name":"d"},"spec":{"replicas":3}}\
    """,
    """
    {"apiVersion":"policy/v1","kind":"Eviction","metadata":{"name":"p"},"deleteOptions":{"gracePeriodSeconds":0}}\
    """,
    """
    {"apiVersion":"v1","kind":"Binding","metadata":{"name":"p"},"target":{"kind":"Node","name":"n"}}\
    """,
    """
    {"apiVersion":"authorization.k8s.io/v1","kind":"SelfSubjectAccessReview","spec":{"resourceAttributes":{"verb":"get","resource":"pods"}}}\
    """,
    """
    {"apiVersion":"coordination.k8s.io/v1","kind":"Lease","metadata":{"name":"l"},"spec":{"holderIdentity":"h","renewTime":"2026-01-01T00:00:00.000000Z"}}\
    """,
    """
    {"apiVersion":"certificates.k8s.io/v1","kind":"CertificateSigningRequest","metadata":{"name":"c"},
     "spec":{"request":"LS0tLS1CRUdJTg==","signerName":"example.com/x","usages":["client auth"]}}\
    """,
    "k8s\0\n\u0009\n\u0002v1\u0012\u0003Pod\u0012\u0007\n\u0005\n\u0001p\u0012\u0000",
    "{}",
  };

  static final List<String> TOKENS =
      List.of(
          "null",
          "[]",
          "{}",
          "\"\"",
          "-1",
          "1e999",
          "99999999999999999999",
          "true",
          "\"\\ud800\"",
          "[[[[[[[[",
          "{\"a\":{\"a\":{\"a\":",
          "\0",
          "\u00ff\u00fe",
          "&a ",
          "*a",
          "- ",
          ": ",
          "\n---\n",
          "metadata",
          "spec",
          "kind",
          "\"$patch\":\"replace\",",
          "x".repeat(300),
          ",",
          "\"",
          "\\u0000",
          "self.x.matches('((a{1000}){1000}){1000}')",
          "../..",
          "/",
          "2026-99-99T00:00:00Z",
          "1Ei");

  private HostileBodies() {}
}
