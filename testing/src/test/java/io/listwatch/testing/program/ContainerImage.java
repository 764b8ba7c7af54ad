package io.listwatch.testing.program;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.StreamSupport;

/** A container image with its layers unpacked; no container runtime is needed. */
final class ContainerImage {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final JsonNode config;
  private final Path root;

  private ContainerImage(JsonNode config, Path root) {
    this.config = config;
    this.root = root;
  }

  /** Writes an image with one file, {@code base/name}, in the format of {@code docker save}. */
  static Path writeBase(Path directory) throws IOException, GeneralSecurityException {
    Files.writeString(Files.createDirectories(directory.resolve("base")).resolve("name"), "ours");
    tar("-cf", directory.resolve("layer.tar"), directory, "base");
    byte[] digest =
        MessageDigest.getInstance("SHA-256")
            .digest(Files.readAllBytes(directory.resolve("layer.tar")));
    Files.writeString(
        directory.resolve("config.json"),
        """
        {"architecture":"amd64","os":"linux","config":{"Env":["PATH=/base/bin"]},
         "rootfs":{"type":"layers","diff_ids":["sha256:%s"]},"history":[{"created_by":"a test"}]}
        """
            .formatted(HexFormat.of().formatHex(digest)));
    Files.writeString(
        directory.resolve("manifest.json"),
        """
        [{"Config":"config.json","RepoTags":["base:1"],"Layers":["layer.tar"]}]
        """);
    Path image = directory.resolve("base.tar");
    tar("-cf", image, directory, "manifest.json", "config.json", "layer.tar");
    return image;
  }

  /** Unpacks an archive in OCI image layout, with the image's layers on top of each other. */
  static ContainerImage unpack(Path archive, Path directory) throws IOException {
    Path layout = Files.createDirectories(directory.resolve("layout"));
    tar("-xf", archive, layout);
    JsonNode index = JSON.readTree(layout.resolve("index.json").toFile());
    JsonNode manifest = JSON.readTree(blob(layout, index.at("/manifests/0")).toFile());
    Path root = Files.createDirectories(directory.resolve("root"));
    for (JsonNode layer : manifest.get("layers")) {
      tar("-xzf", blob(layout, layer), root);
    }
    JsonNode config = JSON.readTree(blob(layout, manifest.get("config")).toFile());
    return new ContainerImage(config.get("config"), root);
  }

  private static Path blob(Path layout, JsonNode described) {
    return layout.resolve("blobs").resolve(described.get("digest").asText().replace(':', '/'));
  }

  private static void tar(String what, Path archive, Path directory, String... names) {
    var words = new ArrayList<>(List.of("tar", what, archive.toString()));
    words.addAll(List.of("-C", directory.toString()));
    words.addAll(List.of(names));
    String said = Command.run(words);
    if (!said.isEmpty()) {
      throw new AssertionError(said);
    }
  }

  /** Returns the image's runtime configuration. */
  JsonNode config() {
    return config;
  }

  /** Returns the strings of a list in the configuration. */
  List<String> words(String name) {
    return StreamSupport.stream(config.get(name).spliterator(), false)
        .map(JsonNode::asText)
        .toList();
  }

  /** Returns the unpacked location of a path in the image. */
  Path here(String path) {
    return root.resolve(path.substring(1));
  }
}
