package io.listwatch.client.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A scripted server: each request is handled by the next step of its script, which controls every
 * byte of the response. HTTP/1.1 on a loopback socket, with or without TLS.
 */
public final class ScriptedServer implements AutoCloseable {
  private final ServerSocket socket;
  private final String scheme;
  private final Queue<Step> script = new ConcurrentLinkedQueue<>();
  private final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();
  private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile @Nullable Step otherwise;
  private volatile Consumer<Socket> connectionListener = connection -> {};

  public ScriptedServer() throws IOException {
    this(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), "http");
  }

  public ScriptedServer(ServerSocket socket, String scheme) {
    this.socket = socket;
    this.scheme = scheme;
    start("accept", this::accept);
  }

  private void start(String name, IoTask task) {
    var thread =
        new Thread(
            () -> {
              try {
                task.run();
              } catch (IOException | InterruptedException over) {
                // The client or the test closed the connection.
              }
            },
            "scripted-server-" + name);
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() throws IOException {
    while (true) {
      Socket connection = socket.accept();
      connection.setTcpNoDelay(true);
      connections.add(connection);
      start("connection", () -> serve(connection));
    }
  }

  private void serve(Socket connection) throws IOException, InterruptedException {
    try (connection) {
      var in = new BufferedInputStream(connection.getInputStream());
      Request request = read(in);
      while (request != null) {
        requests.add(request);
        connectionListener.accept(connection);
        Step step = script.poll();
        Step chosen = step != null ? step : otherwise;
        var answer = new Response(connection);
        if (chosen == null) {
          answer.json(404, "{}");
        } else {
          chosen.answer(request, answer);
        }
        request = read(in);
      }
    } finally {
      connections.remove(connection);
    }
  }

  private static @Nullable Request read(InputStream in) throws IOException {
    String first = line(in);
    if (first.isEmpty()) {
      return null;
    }
    var headers = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
    for (String header = line(in); !header.isEmpty(); header = line(in)) {
      int colon = header.indexOf(':');
      headers.put(header.substring(0, colon), header.substring(colon + 1).strip());
    }
    int length = Integer.parseInt(headers.getOrDefault("Content-Length", "0"));
    String[] words = first.split(" ", -1);
    return new Request(words[0], words[1], headers, new String(in.readNBytes(length), UTF_8));
  }

  private static String line(InputStream in) throws IOException {
    var line = new ByteArrayOutputStream();
    for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
      if (c != '\r') {
        line.write(c);
      }
    }
    return line.toString(ISO_8859_1);
  }

  /** Adds the response to the next request that has none yet. */
  public ScriptedServer then(Step step) {
    script.add(step);
    return this;
  }

  /** Adds a plain JSON response. */
  public ScriptedServer thenJson(int code, String json) {
    return then((request, answer) -> answer.json(code, json));
  }

  /** Sets the step for all requests beyond the script. */
  public ScriptedServer otherwise(Step step) {
    otherwise = step;
    return this;
  }

  /** Sets a listener for the socket of each request. */
  public void onConnection(Consumer<Socket> listener) {
    connectionListener = listener;
  }

  public URI address() {
    return URI.create(scheme + "://127.0.0.1:" + socket.getLocalPort());
  }

  /** Blocks until the next request that has not been taken. */
  public Request take() throws InterruptedException {
    Request request = requests.poll(30, TimeUnit.SECONDS);
    if (request == null) {
      throw new AssertionError("no request within 30 s");
    }
    return request;
  }

  /** Returns the number of requests that have not been taken. */
  public int waiting() {
    return requests.size();
  }

  @Override
  public void close() throws IOException {
    closed.countDown();
    socket.close();
    for (Socket connection : connections) {
      connection.close();
    }
  }

  /** Handles one request. */
  @FunctionalInterface
  public interface Step {
    void answer(Request request, Response answer) throws IOException, InterruptedException;
  }

  @FunctionalInterface
  private interface IoTask {
    void run() throws IOException, InterruptedException;
  }

  /** A received request. */
  public record Request(String method, String target, Map<String, String> headers, String body) {
    public String header(String name) {
      return headers.getOrDefault(name, "");
    }

    /** Returns the path, without the query. */
    public String path() {
      return URI.create(target).getPath();
    }

    /** Returns the decoded value of a query parameter; null if it is missing. */
    public @Nullable String query(String name) {
      String query = URI.create(target).getRawQuery();
      for (String each : query == null ? List.<String>of() : List.of(query.split("&", -1))) {
        if (each.startsWith(name + "=")) {
          return java.net.URLDecoder.decode(each.substring(name.length() + 1), UTF_8);
        }
      }
      return null;
    }
  }

  /** Writes the response. */
  public final class Response {
    private final Socket connection;
    private final OutputStream out;

    private Response(Socket connection) throws IOException {
      this.connection = connection;
      this.out = connection.getOutputStream();
    }

    public void json(int code, String json, String... headers) throws IOException {
      bytes(code, json.getBytes(UTF_8), headers);
    }

    /** Writes a response with headers of the form {@code Name: value}. */
    public void bytes(int code, byte[] body, String... headers) throws IOException {
      var head = new StringBuilder("HTTP/1.1 " + code + " said\r\n");
      for (String header : headers) {
        head.append(header).append("\r\n");
      }
      if (List.of(headers).stream().noneMatch(each -> each.startsWith("Content-Type"))) {
        head.append("Content-Type: application/json\r\n");
      }
      raw((head + "Content-Length: " + body.length + "\r\n\r\n").getBytes(ISO_8859_1));
      raw(body);
    }

    /** Begins a chunked response. */
    public Response begin() throws IOException {
      String headers = "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n";
      raw(("HTTP/1.1 200 OK\r\n" + headers + "\r\n").getBytes(ISO_8859_1));
      return this;
    }

    public Response chunk(String text) throws IOException {
      return chunk(text.getBytes(UTF_8));
    }

    public Response chunk(byte[] bytes) throws IOException {
      raw((Integer.toHexString(bytes.length) + "\r\n").getBytes(ISO_8859_1));
      raw(bytes);
      raw("\r\n".getBytes(ISO_8859_1));
      return this;
    }

    /** Ends a chunked response properly. */
    public void end() throws IOException {
      raw("0\r\n\r\n".getBytes(ISO_8859_1));
    }

    /** Closes the connection in the middle of the response. */
    public void drop() throws IOException {
      connection.close();
    }

    /** Resets the connection (RST). */
    public void reset() throws IOException {
      connection.setSoLinger(true, 0);
      connection.close();
    }

    /** Blocks forever without sending anything. */
    public void stall() throws InterruptedException {
      closed.await();
    }

    public void raw(byte[] bytes) throws IOException {
      out.write(bytes);
      out.flush();
    }
  }
}
