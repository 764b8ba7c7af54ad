package io.listwatch.bench.load;

import java.util.ArrayList;
import java.util.List;

/**
 * Prints the figures of the floor, the product and kube-apiserver in columns, with the product's
 * ratios to the others.
 */
final class Table {
  private static final int PRODUCT = 1;

  private Table() {}

  static void head(String title, List<ServerProcess> servers) {
    System.out.printf("%-52s", title);
    servers.forEach(server -> System.out.printf("%12s", server.name()));
    others(servers).forEach(server -> System.out.printf("%14s", "to " + server.name()));
    System.out.println();
  }

  /**
   * @param figures one for each server, the floor's first
   */
  static void row(String what, List<Double> figures) {
    System.out.printf("%-52s", what);
    figures.forEach(figure -> System.out.printf("%12.2f", figure));
    others(figures).forEach(other -> System.out.printf("%14.2f", figures.get(PRODUCT) / other));
    System.out.println();
  }

  private static <T> List<T> others(List<T> all) {
    List<T> others = new ArrayList<>(all);
    if (others.size() > PRODUCT) {
      others.remove(PRODUCT);
    } else {
      others.clear();
    }
    return others;
  }
}
