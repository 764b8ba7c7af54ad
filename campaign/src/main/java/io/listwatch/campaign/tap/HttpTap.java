package io.listwatch.campaign.tap;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.campaign.load.CampaignObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Watches over a chunked HTTP/1.1 response or an HTTP/2 stream. */
public class HttpTap extends WatchTap {
  private static final int BUFFER_BYTES = 16 << 10;

  private final HttpClient http;
  private volatile @Nullable InputStream reading;

  /**
   * @param http decides the version of HTTP, and which taps share a connection
   */
  public HttpTap(TapSettings settings, PlantedDefect plant, HttpClient http) {
    super(settings, plant);
    this.http = http;
  }

  @Override
  void read(String query, PlantedDefect.Stream plant) throws IOException, InterruptedException {
    HttpRequest request = request(CampaignObject.COLLECTION + query).build();
    var subscriber = new SubscribedBody();
    HttpResponse<InputStream> response = http.send(request, info -> subscriber);
    try (InputStream body = response.body()) {
      reading = body;
      subscriber.awaitSubscription();
      if (response.statusCode() == 410) {
        plant.accept(PlantedDefect.EXPIRED);
      } else if (response.statusCode() == 200) {
        readEvents(body, plant);
      } else {
        throw new IOException("status " + response.statusCode());
      }
    } finally {
      reading = null;
    }
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(server().address().resolve(path)).timeout(Duration.ofSeconds(15));
  }

  /** Handles a line of the watch. */
  void line(String line, PlantedDefect.Stream plant) throws IOException {
    plant.accept(line);
  }

  /**
   * Reads lines. An incomplete last line is ignored, because a connection may break in the middle
   * of one.
   */
  private void readEvents(InputStream body, PlantedDefect.Stream plant) throws IOException {
    var line = new ByteArrayOutputStream();
    var buffer = new byte[BUFFER_BYTES];
    for (int count = body.read(buffer); count >= 0 && !isClosed(); count = body.read(buffer)) {
      int start = 0;
      for (int i = 0; i < count; i++) {
        if (buffer[i] == '\n') {
          line.write(buffer, start, i - start);
          line(line.toString(UTF_8), plant);
          line.reset();
          start = i + 1;
        }
      }
      line.write(buffer, start, count - start);
    }
  }

  @Override
  void interruptRead() throws IOException {
    InputStream body = reading;
    if (body != null) {
      body.close();
    }
  }
}
