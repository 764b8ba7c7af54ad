package io.listwatch.bench.load;

import io.listwatch.bench.Scratch;
import io.listwatch.bench.Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The floor and the product, running side by side and holding the same ConfigMaps: the floor is
 * given what the product serves, byte for byte. With {@code only=floor} there is no product.
 */
final class Contest implements AutoCloseable {
  private static final int SEEDERS = 16;

  private final Scratch scratch;
  private final Load load = new Load();
  private final List<ServerProcess> servers = new ArrayList<>();
  private final List<byte[]> objects;

  Contest(Settings settings, int count) throws IOException {
    scratch = new Scratch(settings);
    if (settings.text("only", "").equals("floor")) {
      objects = IntStream.range(0, count).mapToObj(ConfigMaps::served).toList();
    } else {
      var product = ServerProcess.product(scratch, settings.text("storage", "sqlite"));
      servers.add(product);
      objects =
          seed(
              product,
              IntStream.range(0, count).mapToObj(i -> ConfigMaps.submitted(i, 0)).toList());
    }
    var floor = ServerProcess.floor();
    servers.add(0, floor);
    List<byte[]> unused = seed(floor, objects);
    load.disconnect();
  }

  private List<byte[]> seed(ServerProcess server, List<byte[]> given) {
    var connection = load.connect(server.address());
    return Writers.create(connection, ConfigMaps.PATH, given::get, given.size(), SEEDERS);
  }

  Load load() {
    return load;
  }

  /** The floor first. */
  List<ServerProcess> servers() {
    return servers;
  }

  /** The ConfigMaps as they are served. */
  List<byte[]> objects() {
    return objects;
  }

  @Override
  public void close() throws IOException {
    load.close();
    servers.forEach(ServerProcess::close);
    scratch.close();
  }
}
