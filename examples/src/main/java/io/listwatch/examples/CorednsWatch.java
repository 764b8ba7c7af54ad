package io.listwatch.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.client.Patch;
import io.listwatch.client.ResourceClient;
import io.listwatch.model.Resource;
import java.io.BufferedReader;
import java.io.InputStreamReader;

/** Note 001: a watch on the coredns ConfigMap during an edit, as {@code curl} sees it. */
final class CorednsWatch implements Example {
  private static final int COLUMNS = 110;

  private static final String COREDNS =
      """
      {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"coredns","namespace":"kube-system"},\
      "data":{"Corefile":".:53 {\\n    errors\\n    health {\\n       lameduck 5s\\n    }\\n}\\n"}}\
      """;

  private static final String EDIT =
      """
      {"data":{"Corefile":".:53 {\\n    errors\\n    health {\\n       lameduck 6s\\n    }\\n}\\n"}}\
      """;

  @Override
  public void run(Stage stage) throws Exception {
    ResourceClient<Resource> maps =
        stage.client().resources(Types.CONFIG_MAPS).inNamespace("kube-system");
    Resource created = maps.as("kubeadm").create(Resource.parse(COREDNS));
    stage.say("coredns exists, at version %s", created.version());

    String url =
        stage.address()
            + "/api/v1/watch/namespaces/kube-system/configmaps/coredns?timeoutSeconds=6";
    stage.say("%n$ curl -isN --raw '%s'", url);
    Process curl = new ProcessBuilder("curl", "-isN", "--raw", url).start();
    try (var lines = new BufferedReader(new InputStreamReader(curl.getInputStream(), UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        stage.say("%s", shortened(line));
        if (line.contains("\"ADDED\"")) {
          Resource edited = maps.as("kubectl-edit").patch("coredns", Patch.merge(EDIT));
          stage.say("        (now it is edited: 5s becomes 6s, at version %s)", edited.version());
        }
      }
    }
  }

  /** Explains the size lines of chunks and truncates long events. */
  private static String shortened(String line) {
    if (line.matches("[0-9a-f]+")) {
      int size = Integer.parseInt(line, 16);
      return "%-8s(a chunk of %d bytes%s)".formatted(line, size, size == 0 ? ": the last" : "");
    }
    return line.length() <= COLUMNS ? line : line.substring(0, COLUMNS) + "…";
  }
}
