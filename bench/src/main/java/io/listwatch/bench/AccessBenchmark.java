package io.listwatch.bench;

import io.listwatch.model.Resource;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.Authorizer.Decision;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.auth.rbac.RbacAuthorizer;
import io.listwatch.server.auth.rbac.RbacPolicy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * The time of one RBAC decision with 10,000 bindings, for a user in 20 groups that 1,000 of the
 * bindings name; and the time to apply a changed binding or role.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AccessBenchmark {
  private static final int BINDINGS = 10_000;
  private static final int GROUPS = 20;
  private static final int OTHER_GROUPS = 180;

  private final RbacPolicy policy = new RbacPolicy();
  private final RbacAuthorizer authorizer = new RbacAuthorizer(policy, () -> true);
  private AccessRequest allowed = request("get", "pods");
  private AccessRequest denied = request("delete", "secrets");
  private Resource binding = binding(0);
  private Resource role = role(0);

  @Setup
  public void load() {
    for (int i = 0; i < BINDINGS; i++) {
      policy.putRole(role(i));
      policy.putBinding(binding(i));
    }
  }

  private static AccessRequest request(String verb, String resource) {
    var groups = new ArrayList<String>();
    for (int i = 0; i < GROUPS; i++) {
      groups.add("group-" + i);
    }
    var user = new UserInfo("jane", "", List.copyOf(groups));
    return AccessRequest.onResource(user, verb, "", resource, "", "team", "a");
  }

  /** The last group of the user may get pods; each other group may read one other resource. */
  private static Resource role(int i) {
    String resource = i % (GROUPS + OTHER_GROUPS) == GROUPS - 1 ? "pods" : "resource-" + i;
    return resource(
        """
        {"kind":"ClusterRole","apiVersion":"rbac.authorization.k8s.io/v1",\
        "metadata":{"name":"role-%d","resourceVersion":"1"},\
        "rules":[{"apiGroups":[""],"resources":["%s"],"verbs":["get","list","watch"]},\
        {"apiGroups":["apps"],"resources":["deployments","statefulsets"],"verbs":["*"]}]}\
        """
            .formatted(i, resource));
  }

  private static Resource binding(int i) {
    return resource(
        """
        {"kind":"ClusterRoleBinding","apiVersion":"rbac.authorization.k8s.io/v1",\
        "metadata":{"name":"binding-%d","resourceVersion":"1"},\
        "roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole","name":"role-%d"},\
        "subjects":[{"kind":"Group","apiGroup":"rbac.authorization.k8s.io","name":"group-%d"}]}\
        """
            .formatted(i, i, i % (GROUPS + OTHER_GROUPS)));
  }

  private static Resource resource(String json) {
    return Resource.parse(json.getBytes(StandardCharsets.UTF_8));
  }

  /** Makes no decision, to measure the time that the measurement itself takes on this machine. */
  @Benchmark
  public Decision nothing() {
    return Decision.ALLOWED;
  }

  @Benchmark
  public Decision allow() {
    return authorizer.authorize(allowed);
  }

  @Benchmark
  public Decision deny() {
    return authorizer.authorize(denied);
  }

  /** Replaces a binding, then decides, which builds the index of one group again. */
  @Benchmark
  public Decision changedBinding() {
    policy.putBinding(binding);
    return authorizer.authorize(denied);
  }

  /** Replaces a role, then decides, which builds the indexes of all groups of the user again. */
  @Benchmark
  public Decision changedRole() {
    policy.putRole(role);
    return authorizer.authorize(denied);
  }
}
