package io.listwatch.bench.load;

import java.util.List;

/** Figures of the floor and the product in columns, with their ratio. */
final class Table {
  private Table() {}

  static void head(String title, List<ServerProcess> servers) {
    System.out.printf("%-52s", title);
    servers.forEach(server -> System.out.printf("%12s", server.name()));
    System.out.println(servers.size() > 1 ? "       ratio" : "");
  }

  /** A figure of each server, the floor's first. */
  static void row(String what, List<Double> figures) {
    System.out.printf("%-52s", what);
    figures.forEach(figure -> System.out.printf("%12.2f", figure));
    System.out.println(
        figures.size() > 1 ? "%12.2f".formatted(figures.get(1) / figures.get(0)) : "");
  }
}
