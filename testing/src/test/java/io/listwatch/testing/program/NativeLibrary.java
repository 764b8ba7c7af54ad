package io.listwatch.testing.program;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/**
 * A native library in a jar.
 *
 * @param path of the jar and of the library in it
 * @param platform such as {@code linux-x64}, read from the file itself, or {@code other}
 */
record NativeLibrary(String path, String platform) {
  private static final Pattern NAME = Pattern.compile("(?i).*\\.(so|dll|dylib|jnilib)");

  /** Their files have the format of Linux. */
  private static final Pattern LIKE_LINUX = Pattern.compile("(?i).*(musl|android|freebsd).*");

  private static final int HEADER_BYTES = 20;
  private static final int ELF = 0x464C457F;
  private static final int ELF_MACHINE = 18;
  private static final int MACH_O = 0xFEEDFACF;
  private static final int MACH_O_MACHINE = 4;

  /** Returns the platform of this JVM. */
  static String ownPlatform() {
    String system = System.getProperty("os.name").startsWith("Mac") ? "macos" : "linux";
    boolean arm = System.getProperty("os.arch").equals("aarch64");
    return system + (arm ? "-aarch64" : "-x64");
  }

  /** Returns the native libraries in the jars of a directory. */
  static List<NativeLibrary> in(Path directory) throws IOException {
    List<Path> jars;
    try (Stream<Path> files = Files.list(directory)) {
      jars = files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    }
    var found = new ArrayList<NativeLibrary>();
    for (Path file : jars) {
      try (var jar = new JarFile(file.toFile())) {
        for (ZipEntry entry : jar.stream().toList()) {
          String path = file.getFileName() + "/" + entry.getName();
          String platform = platform(path, header(jar, entry));
          if (!platform.equals("other") || NAME.matcher(path).matches()) {
            found.add(new NativeLibrary(path, platform));
          }
        }
      }
    }
    return found;
  }

  private static ByteBuffer header(JarFile jar, ZipEntry entry) throws IOException {
    try (InputStream in = jar.getInputStream(entry)) {
      byte[] bytes = Arrays.copyOf(in.readNBytes(HEADER_BYTES), HEADER_BYTES);
      return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
  }

  private static String platform(String path, ByteBuffer header) {
    int format = header.getInt(0);
    if (format == ELF && !LIKE_LINUX.matcher(path).matches()) {
      return switch (header.getShort(ELF_MACHINE)) {
        case 0x3E -> "linux-x64";
        case 0xB7 -> "linux-aarch64";
        default -> "other";
      };
    }
    if (format == MACH_O) {
      return switch (header.getInt(MACH_O_MACHINE)) {
        case 0x01000007 -> "macos-x64";
        case 0x0100000C -> "macos-aarch64";
        default -> "other";
      };
    }
    return "other";
  }
}
