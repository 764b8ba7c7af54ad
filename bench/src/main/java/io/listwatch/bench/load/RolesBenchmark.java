package io.listwatch.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.bench.Scratch;
import io.listwatch.bench.Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Measures the growth of the product's memory for 10,000 Roles and RoleBindings that it uses for
 * authorization, relative to their JSON.
 */
final class RolesBenchmark {
  private static final String PATH = "/apis/rbac.authorization.k8s.io/v1/namespaces/default/";
  private static final int WRITERS = 16;
  private static final int USERS = 200;

  private RolesBenchmark() {}

  public static void main(String[] arguments) throws IOException {
    var settings = new Settings(arguments);
    int each = settings.number("objects", 10_000) / 2;
    try (var scratch = new Scratch(settings);
        var load = new Load();
        var server = ServerProcess.product(scratch, settings.text("storage", "sqlite"))) {
      var connection = load.connect(server.address());
      decide(connection);
      long heap = server.liveHeapBytes();
      long resident = server.residentBytes();
      var created = new ArrayList<byte[]>();
      created.addAll(create(connection, "roles", RolesBenchmark::role, each));
      created.addAll(create(connection, "rolebindings", RolesBenchmark::binding, each));
      decide(connection);
      long moreResident = server.residentBytes() - resident;
      long moreHeap = server.liveHeapBytes() - heap;
      long json = created.stream().mapToLong(one -> one.length).sum();

      System.out.printf("roles and bindings                 %,12d%n", created.size());
      System.out.printf("JSON of them, as served            %,12d bytes (floor)%n", json);
      System.out.printf("growth of the live heap            %,12d bytes%n", moreHeap);
      System.out.printf("ratio to the JSON                  %12.2f%n", (double) moreHeap / json);
      System.out.printf("growth of resident memory          %,12d bytes%n", moreResident);
      System.out.printf(
          "ratio to the JSON                  %12.2f%n", (double) moreResident / json);
    }
  }

  private static List<byte[]> create(
      LoadConnection connection, String plural, IntFunction<String> objects, int count) {
    return Writers.create(
        connection, PATH + plural, i -> objects.apply(i).getBytes(UTF_8), count, WRITERS);
  }

  /** Reviews the access of each user, which builds the indexes of their bindings. */
  private static void decide(LoadConnection connection) {
    List<byte[]> unused =
        Writers.send(
            connection,
            i ->
                Writers.Write.post(
                    "/apis/authorization.k8s.io/v1/subjectaccessreviews",
                    """
                    {"spec":{"user":"user-%d","resourceAttributes":
                      {"namespace":"default","verb":"delete","resource":"secrets"}}}
                    """
                        .formatted(i)),
            USERS,
            WRITERS);
  }

  private static String role(int i) {
    return """
    {"metadata":{"name":"role-%d"},"rules":[
      {"apiGroups":[""],"resources":["resource-%d"],"verbs":["get","list","watch"]},
      {"apiGroups":["apps"],"resources":["deployments","statefulsets"],"verbs":["*"]}]}
    """
        .formatted(i, i);
  }

  private static String binding(int i) {
    return """
    {"metadata":{"name":"binding-%d"},
     "roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"Role","name":"role-%d"},
     "subjects":[{"kind":"User","apiGroup":"rbac.authorization.k8s.io","name":"user-%d"}]}
    """
        .formatted(i, i, i % USERS);
  }
}
