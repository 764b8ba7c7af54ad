package io.listwatch.campaign.powerloss;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parses strace's record of a {@link RecordedProgram}. */
final class DiskTrace {
  /** One step of the trace, in its order. */
  sealed interface Step permits Write, Truncate, Sync, Remove, Move, Acknowledged {}

  /** The start of a write. */
  record Write(String file, long offset, ByteBuffer bytes) implements Step {}

  record Truncate(String file, long size) implements Step {}

  /**
   * The successful end of a sync.
   *
   * @param started the number of steps before its start, which are the steps that it covers
   */
  record Sync(String file, int started) implements Step {}

  record Remove(String file) implements Step {}

  record Move(String from, String to) implements Step {}

  record Acknowledged(int key, int step, long revision) implements Step {}

  private static final Pattern LINE = Pattern.compile("^(\\d+) +(\\w+)\\((.*)$");
  private static final Pattern RESUMED =
      Pattern.compile("^(\\d+) +<\\.\\.\\. (\\w+) resumed>(.*)$");
  private static final Pattern DATA =
      Pattern.compile("^(\\d+)<([^>]*)>, \"([^\"]*)\"(?:\\.\\.\\.)?, (\\d+)(?:, (\\d+))?.*$");
  private static final Pattern FILE = Pattern.compile("^(\\d+)<([^>]*)>(?:, (\\d+))?.*$");
  private static final Pattern PATHS = Pattern.compile("\"([^\"]*)\"");
  private static final Pattern RESULT = Pattern.compile(".*= (-?\\d+)(?:<.*>)?[^=]*$");
  private static final Pattern ACKNOWLEDGED = Pattern.compile("ack (\\d+) (\\d+) (\\d+)\n");

  /** The calls that strace records. */
  static final String CALLS = "trace=pwrite64,write,ftruncate,fsync,fdatasync,openat,unlink,rename";

  private final String directory;
  private final List<Step> steps = new ArrayList<>();

  /**
   * The start of each unfinished call, by thread. strace splits a call if another thread makes one
   * meanwhile.
   */
  private final Map<String, String> unfinished = new HashMap<>();

  /** The number of steps before the start of each unfinished sync. */
  private final Map<String, Integer> started = new HashMap<>();

  private final Map<String, Long> positions = new HashMap<>();

  private DiskTrace(Path directory) {
    this.directory = directory.toAbsolutePath() + "/";
  }

  static String acknowledgement(int key, int step, long revision) {
    return "ack %d %d %d\n".formatted(key, step, revision);
  }

  /** Returns the steps that concern a directory. */
  static List<Step> read(Path trace, Path directory) throws IOException {
    var reader = new DiskTrace(directory);
    try (BufferedReader lines = Files.newBufferedReader(trace, ISO_8859_1)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        reader.take(line);
      }
    }
    return reader.steps;
  }

  private void take(String line) {
    Matcher call = LINE.matcher(line);
    Matcher resumed = RESUMED.matcher(line);
    if (call.matches()) {
      String thread = call.group(1);
      start(thread, call.group(2), call.group(3));
      if (line.endsWith("<unfinished ...>")) {
        unfinished.put(thread, call.group(3));
      } else {
        end(thread, call.group(2), call.group(3), call.group(3));
      }
    } else if (resumed.matches()) {
      String arguments = unfinished.remove(resumed.group(1));
      if (arguments != null) {
        end(resumed.group(1), resumed.group(2), arguments, resumed.group(3));
      }
    }
  }

  /** A write counts from its start: power may fail in the middle of it. */
  private void start(String thread, String call, String arguments) {
    switch (call) {
      case "pwrite64", "write" -> write(call, arguments);
      case "fsync", "fdatasync" -> started.put(thread, steps.size());
      default -> {}
    }
  }

  private void write(String call, String arguments) {
    Matcher data = DATA.matcher(arguments);
    if (!data.matches()) {
      return;
    }
    byte[] bytes = bytes(data.group(3));
    if (bytes.length != Integer.parseInt(data.group(4))) {
      throw new IllegalStateException("strace truncated a write: " + data.group(4) + " bytes");
    }
    String file = file(data.group(2));
    if (file != null) {
      String descriptor = data.group(1) + " " + file;
      long position = positions.getOrDefault(descriptor, 0L);
      boolean positioned = call.equals("pwrite64");
      long offset = positioned ? Long.parseLong(data.group(5)) : position;
      steps.add(new Write(file, offset, ByteBuffer.wrap(bytes)));
      if (!positioned) {
        positions.put(descriptor, position + bytes.length);
      }
    } else if (data.group(1).equals("1")) {
      Matcher line = ACKNOWLEDGED.matcher(new String(bytes, UTF_8));
      if (line.matches()) {
        steps.add(
            new Acknowledged(
                Integer.parseInt(line.group(1)),
                Integer.parseInt(line.group(2)),
                Long.parseLong(line.group(3))));
      }
    }
  }

  private void end(String thread, String call, String arguments, String rest) {
    Matcher result = RESULT.matcher(rest);
    if (!result.matches() || Long.parseLong(result.group(1)) < 0) {
      return;
    }
    Matcher of = FILE.matcher(arguments);
    String file = of.matches() ? file(of.group(2)) : null;
    switch (call) {
      case "fsync", "fdatasync" -> {
        if (file != null) {
          steps.add(new Sync(file, started.getOrDefault(thread, 0)));
        }
      }
      case "ftruncate" -> {
        if (file != null) {
          steps.add(new Truncate(file, Long.parseLong(of.group(3))));
        }
      }
      case "openat", "unlink", "rename" -> changeDirectory(call, arguments, result.group(1));
      default -> {}
    }
  }

  private void changeDirectory(String call, String arguments, String descriptor) {
    List<String> paths =
        PATHS.matcher(arguments).results().map(path -> file(path.group(1))).toList();
    String file = paths.isEmpty() ? null : paths.get(0);
    if (file == null) {
      return;
    }
    if (call.equals("unlink")) {
      steps.add(new Remove(file));
    } else if (call.equals("rename")) {
      String to = paths.get(1);
      if (to != null) {
        steps.add(new Move(file, to));
      }
    } else {
      positions.put(descriptor + " " + file, 0L);
      if (arguments.contains("O_TRUNC")) {
        steps.add(new Truncate(file, 0));
      }
    }
  }

  /** Returns the name in the directory; null for files elsewhere, and for shared memory. */
  private @Nullable String file(String hex) {
    String path = new String(bytes(hex), UTF_8);
    return path.startsWith(directory) && !path.endsWith("-shm")
        ? path.substring(directory.length())
        : null;
  }

  /** Decodes strace's {@code \x2f}. */
  private static byte[] bytes(String hex) {
    var bytes = new byte[hex.length() / 4];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) Integer.parseInt(hex, 4 * i + 2, 4 * i + 4, 16);
    }
    return bytes;
  }
}
