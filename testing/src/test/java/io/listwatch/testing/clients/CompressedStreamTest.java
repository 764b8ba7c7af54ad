package io.listwatch.testing.clients;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.listwatch.testing.TestServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The standard libraries of Python and Go read each event of a compressed streaming list when it
 * happens, and the end of its gzip member.
 */
@Timeout(600)
final class CompressedStreamTest {
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String STREAMING_LIST =
      "?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true"
          + "&labelSelector=mine&timeoutSeconds=5";

  private static final String PYTHON =
      """
      import sys, urllib.request, zlib
      request = urllib.request.Request(sys.argv[1], headers={"Accept-Encoding": "gzip"})
      response = urllib.request.urlopen(request)
      assert response.headers["Content-Encoding"] == "gzip"
      inflater = zlib.decompressobj(31)
      while not inflater.eof:
          part = response.read1(65536)
          assert part
          sys.stdout.write(inflater.decompress(part).decode())
          sys.stdout.flush()
      assert not inflater.unused_data and not response.read()
      """;

  private static final String GO =
      """
      package main

      import (
      	"io"
      	"net/http"
      	"os"
      )

      func main() {
      	response, err := http.Get(os.Args[1])
      	if err != nil {
      		panic(err)
      	}
      	if !response.Uncompressed {
      		panic("not compressed")
      	}
      	if _, err := io.Copy(os.Stdout, response.Body); err != nil {
      		panic(err)
      	}
      }
      """;

  @TempDir private Path directory = Path.of("");

  @Test
  @Tag("python3")
  void pythonReadsStreamingList() throws Exception {
    assumeTrue(runs("python3", "--version"), "Python is not installed");

    read(List.of("python3", file("read.py", PYTHON)));
  }

  @Test
  @Tag("go")
  void goReadsStreamingList() throws Exception {
    assumeTrue(runs("go", "version"), "Go is not installed");

    read(List.of("go", "run", file("read.go", GO)));
  }

  private static boolean runs(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command).start().waitFor() == 0;
    } catch (IOException notFound) {
      return false;
    }
  }

  private String file(String name, String source) throws IOException {
    return Files.writeString(directory.resolve(name), source).toString();
  }

  private static void read(List<String> program) throws Exception {
    try (TestServer server = TestServer.builder().start()) {
      create(server, "a");
      var command = new ArrayList<>(program);
      command.add(server.address().resolve(CONFIG_MAPS + STREAMING_LIST).toString());
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();

      try (BufferedReader events = process.inputReader(UTF_8)) {
        assertThat(events.readLine()).contains("ADDED", "\"name\":\"a\"");
        assertThat(events.readLine()).contains("BOOKMARK", "initial-events-end");
        create(server, "b");
        assertThat(events.readLine()).contains("ADDED", "\"name\":\"b\"");
        assertThat(events.lines()).noneMatch(line -> line.contains("ERROR"));
        assertThat(process.waitFor()).isZero();
      } finally {
        process.destroyForcibly();
      }
    }
  }

  private static void create(TestServer server, String name) {
    String object =
        """
        {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"%s","labels":{"mine":""}}}
        """
            .formatted(name);
    new RawClient(server).send("POST", CONFIG_MAPS, object);
  }
}
