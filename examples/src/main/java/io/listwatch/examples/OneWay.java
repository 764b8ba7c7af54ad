package io.listwatch.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;

/**
 * Note 002 asks whether a watch is one-way. Here a client sends another request on the connection
 * of its watch: the server responds, but only after the watch has ended.
 */
final class OneWay implements Example {
  @Override
  public void run(Stage stage) throws Exception {
    URI address = stage.address();
    try (var socket = new Socket(address.getHost(), address.getPort())) {
      socket.setSoTimeout(60_000);
      send(stage, socket, "/api/v1/namespaces?watch=true&timeoutSeconds=4");
      send(stage, socket, "/version");
      var answers = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
      String line = answers.readLine();
      while (line != null && !line.contains("gitVersion")) {
        show(stage, line);
        line = answers.readLine();
      }
      stage.say("<-- the response to /version, after the last chunk of the watch");
    }
  }

  private static void send(Stage stage, Socket socket, String path) throws Exception {
    stage.say("--> GET %s", path);
    String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(UTF_8));
  }

  private static void show(Stage stage, String line) {
    if (line.startsWith("{\"type\"")) {
      stage.say("<-- %s…", line.substring(0, 40));
    } else if (line.equals("0")) {
      stage.say("<-- 0: the last chunk, the watch is over");
    } else if (line.startsWith("HTTP/1.1")) {
      stage.say("<-- %s", line);
    }
  }
}
