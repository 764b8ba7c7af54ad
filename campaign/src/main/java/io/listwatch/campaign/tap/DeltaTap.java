package io.listwatch.campaign.tap;

import io.listwatch.campaign.history.Violation;
import io.listwatch.campaign.history.Violation.Promise;
import io.listwatch.campaign.load.CampaignObject;
import io.listwatch.campaign.load.RoundRecord;
import io.listwatch.campaign.tap.DeltaObjects.MismatchException;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/**
 * Watches with deltas, over HTTP. Records the whole objects that it rebuilds, so they are checked
 * like the objects of any watch.
 */
public final class DeltaTap extends HttpTap {
  private final HttpClient http;
  private final RoundRecord record;
  private final String selector;
  private final DeltaObjects objects = new DeltaObjects();

  public DeltaTap(TapSettings settings, PlantedDefect plant, HttpClient http) {
    super(settings, plant, http);
    this.http = http;
    this.record = settings.record();
    String color = settings.color();
    this.selector = color == null ? "" : "&labelSelector=color%3D" + color;
  }

  /** Returns the number of deltas that were applied. Call it after the end. */
  public int deltas() {
    return objects.deltas();
  }

  @Override
  void read(String query, PlantedDefect.Stream plant) throws IOException, InterruptedException {
    if (objects.version() == resumedAfter() || list(plant)) {
      super.read(query, plant);
    }
  }

  /**
   * Lists the objects at the version from which the next watch starts.
   *
   * @return false if that version has expired
   */
  private boolean list(PlantedDefect.Stream plant) throws IOException, InterruptedException {
    String query = "?resourceVersionMatch=Exact&resourceVersion=" + resumedAfter() + selector;
    HttpRequest request = request(CampaignObject.COLLECTION + query).build();
    HttpResponse<byte[]> response = http.send(request, BodyHandlers.ofByteArray());
    if (response.statusCode() == 410) {
      plant.accept(PlantedDefect.EXPIRED);
      return false;
    }
    if (response.statusCode() != 200) {
      throw new IOException("status " + response.statusCode());
    }
    objects.replace(response.body());
    return true;
  }

  @Override
  HttpRequest.Builder request(String path) {
    return super.request(path).header("Accept", "application/json;delta=lw1");
  }

  @Override
  void line(String line, PlantedDefect.Stream plant) throws IOException {
    try {
      // One wrong delta is enough: after each, the tap lists again, and must still reach the end.
      plant.accept(objects.whole(hasPlanted() ? line : plant.delta(line)));
    } catch (MismatchException mismatch) {
      record.add(new Violation(Promise.REBUILT, name(), String.valueOf(mismatch.getMessage())));
      objects.clear();
      throw new IOException(mismatch);
    }
  }
}
