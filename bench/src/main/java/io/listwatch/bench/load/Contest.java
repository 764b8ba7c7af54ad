package io.listwatch.bench.load;

import io.listwatch.bench.Scratch;
import io.listwatch.bench.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The floor and the product, running side by side with the same ConfigMaps: the floor gets the
 * product's objects, byte for byte. With {@code only=floor} there is no product, with {@code
 * only=product} no floor. With {@code reference=PROGRAM} there is also that kube-apiserver. With
 * {@code plots=DIR} the load that the product recorded is written at the end, as the console plots
 * it.
 */
final class Contest implements AutoCloseable {
  private static final int SEEDERS = 16;

  private final Scratch scratch;
  private final Load load;
  private final List<ServerProcess> servers = new ArrayList<>();
  private final List<byte[]> objects;
  private final @Nullable KubeApiserver reference;
  private final String plots;

  Contest(Settings settings, int count) throws IOException {
    load = Load.of(settings);
    plots = settings.text("plots", "");
    scratch = new Scratch(settings);
    String only = settings.text("only", "");
    if (only.equals("floor")) {
      objects = IntStream.range(0, count).mapToObj(ConfigMaps::served).toList();
    } else {
      var product = ServerProcess.product(scratch, settings.text("storage", "sqlite"));
      servers.add(product);
      objects = seed(product, submitted(count, settings));
    }
    List<byte[]> unused;
    if (!only.equals("product")) {
      var floor = ServerProcess.floor();
      servers.add(0, floor);
      unused = seed(floor, objects);
    }
    String program = settings.text("reference", "");
    reference = program.isEmpty() ? null : new KubeApiserver(program, scratch, load);
    if (reference != null) {
      servers.add(reference.server());
      unused = seed(reference.server(), submitted(count, settings));
    }
    load.disconnect();
  }

  private static List<byte[]> submitted(int count, Settings settings) {
    int text = settings.number("text", ConfigMaps.TEXT);
    return IntStream.range(0, count).mapToObj(i -> ConfigMaps.submitted(i, 0, text)).toList();
  }

  private List<byte[]> seed(ServerProcess server, List<byte[]> given) {
    load.grantAccess(server);
    var connection = load.connect(server.address());
    return Writers.create(connection, ConfigMaps.PATH, given::get, given.size(), SEEDERS);
  }

  Load load() {
    return load;
  }

  /** Returns the servers: the floor first, kube-apiserver last. */
  List<ServerProcess> servers() {
    return servers;
  }

  /** Returns the ConfigMaps as the servers return them. */
  List<byte[]> objects() {
    return objects;
  }

  @Override
  public void close() throws IOException {
    try {
      writePlots();
    } finally {
      end();
    }
  }

  private void writePlots() throws IOException {
    if (!plots.isEmpty()) {
      for (ServerProcess server : servers) {
        if (server.name().equals(ServerProcess.PRODUCT)) {
          LoadPlots.write(load, server, Path.of(plots));
        }
      }
    }
  }

  private void end() throws IOException {
    load.close();
    servers.forEach(ServerProcess::close);
    if (reference != null) {
      reference.close();
    }
    scratch.close();
  }
}
