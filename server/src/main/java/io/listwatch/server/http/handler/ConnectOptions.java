package io.listwatch.server.http.handler;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.http.request.QueryParameters;
import io.listwatch.server.http.request.RequestTarget.OnResource;
import java.util.Arrays;
import java.util.List;

/** Converts the query of a connection to the object that admission sees: PodExecOptions, …. */
final class ConnectOptions {
  private static final List<String> STREAMS = List.of("stdin", "stdout", "stderr", "tty");

  private ConnectOptions() {}

  /** Returns the options in the order in which kube-apiserver writes them. */
  static JsonObject of(NodeConnection connection, ResourceRequest request) {
    var options = new JsonObject();
    options.put("kind", connection.type().kind()).put("apiVersion", "v1");
    QueryParameters query = request.exchange().query();
    switch (connection) {
      case ATTACH -> addStreams(options, query);
      case EXEC -> addCommand(addStreams(options, query), query);
      case PORT_FORWARD -> addPorts(options, query);
      case POD_PROXY, SERVICE_PROXY, NODE_PROXY -> addPath(options, request.target());
      case LOG -> {}
    }
    return options;
  }

  private static JsonObject addStreams(JsonObject options, QueryParameters query) {
    for (String each : STREAMS) {
      if (query.flag(each)) {
        options.put(each, true);
      }
    }
    String container = query.text("container");
    return container.isEmpty() ? options : options.put("container", container);
  }

  private static void addCommand(JsonObject options, QueryParameters query) {
    List<String> command = query.all("command");
    if (command.isEmpty()) {
      options.putNull("command");
    } else {
      JsonArray words = options.putArray("command");
      command.forEach(words::add);
    }
  }

  private static void addPorts(JsonObject options, QueryParameters query) {
    for (String each : query.all("ports")) {
      for (String port : each.split(",", -1)) {
        options.withArray("ports").add(Integer.parseInt(port));
      }
    }
  }

  /** Adds the path after {@code proxy}; with a slash at its end if the request has one. */
  private static void addPath(JsonObject options, OnResource target) {
    String[] segments = target.path().split("/", -1);
    int proxy = target.inNamespace() ? 7 : 5;
    String path =
        segments.length <= proxy + 1
            ? ""
            : "/" + String.join("/", Arrays.asList(segments).subList(proxy + 1, segments.length));
    if (!path.isEmpty()) {
      options.put("path", path);
    }
  }
}
