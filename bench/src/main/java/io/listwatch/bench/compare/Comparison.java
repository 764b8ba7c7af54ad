package io.listwatch.bench.compare;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Prints the figures of one row in columns, with their ratios and the required limits. */
final class Comparison {
  private static final List<Limit> LIMITS =
      List.of(
          new Limit(Row.UNTOUCHED, Figure.SYNC_CPU, Fabric8Informing.NAME, 0.2),
          new Limit(Row.UNTOUCHED, Figure.PEAK, Fabric8Informing.NAME, 1),
          new Limit(Row.UNTOUCHED, Figure.PEAK, OfficialInforming.NAME, 1),
          new Limit(Row.UNTOUCHED, Figure.RETAINED, Fabric8Informing.NAME, 0.2),
          new Limit(Row.UNTOUCHED, Figure.RETAINED, OfficialInforming.NAME, 0.5),
          new Limit(Row.UNTOUCHED, Figure.EVENT_ALLOCATION, Fabric8Informing.NAME, 0.25),
          new Limit(Row.DECODE, Figure.SYNC_CPU, Fabric8Informing.NAME, 1),
          new Limit(Row.DECODE, Figure.EVENT_CPU, Fabric8Informing.NAME, 1));

  private Comparison() {}

  /**
   * @param figures by client
   */
  static void print(Row row, Map<String, Map<Figure, Double>> figures) {
    System.out.printf("%n%-37s", row.words);
    for (String client : InformersBenchmark.CLIENTS) {
      System.out.printf("%11s", client);
    }
    System.out.printf("%18s%18s%n", "to fabric8", "to official");
    for (Figure figure : Figure.values()) {
      if (figures.values().stream().anyMatch(client -> client.containsKey(figure))) {
        print(row, figure, figures);
      }
    }
  }

  private static void print(Row row, Figure figure, Map<String, Map<Figure, Double>> figures) {
    System.out.printf("%-37s", figure.words);
    for (String client : InformersBenchmark.CLIENTS) {
      Double value = value(figures, client, figure);
      System.out.printf("%11s", value == null ? "" : figure.format(value));
    }
    for (String peer : List.of(Fabric8Informing.NAME, OfficialInforming.NAME)) {
      Double own = value(figures, ListwatchInforming.NAME, figure);
      Double other = value(figures, peer, figure);
      String ratio = own == null || other == null ? "" : "%.2f".formatted(own / other);
      System.out.printf("%9s%9s", ratio, limit(row, figure, peer));
    }
    System.out.println();
  }

  private static @Nullable Double value(
      Map<String, Map<Figure, Double>> figures, String client, Figure figure) {
    return figures.getOrDefault(client, Map.of()).get(figure);
  }

  private static String limit(Row row, Figure figure, String peer) {
    return LIMITS.stream()
        .filter(each -> each.row == row && each.figure == figure && each.peer.equals(peer))
        .map(each -> " (≤ %.2f)".formatted(each.ratio))
        .findFirst()
        .orElse("");
  }

  /** The required maximum of a figure's ratio to a peer's. */
  private record Limit(Row row, Figure figure, String peer, double ratio) {}
}
