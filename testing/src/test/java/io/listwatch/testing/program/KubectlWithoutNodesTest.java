package io.listwatch.testing.program;

/** kubectl commands that need a node get a well-defined response, although there are no nodes. */
final class KubectlWithoutNodesTest extends KubectlTable {
  @Override
  protected String table() {
    return """
    run p --image=nginx = pod/p created
    logs p =\s
    logs p -c other ! container other is not valid for pod p
    logs none ! pods "none" not found
    exec p -- date ! pod p does not have a host assigned
    attach p ! pod p does not have a host assigned
    port-forward p 18080:80 ! unable to forward port because pod is not running
    top pods ! Metrics API not available
    top nodes ! Metrics API not available
    create service clusterip s --tcp=80 = service/s created
    get --raw /api/v1/namespaces/{v}/services/s:80/proxy/x/y ! no endpoints available for service "s"
    get --raw /api/v1/namespaces/{v}/pods/p/proxy ! address not allowed
    """;
  }
}
