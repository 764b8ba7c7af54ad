package io.listwatch.campaign;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.campaign.engine.ApiServer;
import io.listwatch.campaign.load.CampaignObject;
import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;

/** Creates the namespace of the campaign's objects. */
final class Namespaces {
  private static final int TRIES = 100;

  private Namespaces() {}

  static void create(ApiServer server) throws IOException, InterruptedException {
    for (int i = 0; i < TRIES; i++) {
      int status = tryToCreate(server);
      if (status == 201 || status == 409) {
        return;
      }
      Thread.sleep(100);
    }
    throw new IOException("the namespace could not be created");
  }

  private static int tryToCreate(ApiServer server) throws IOException {
    var connection =
        (HttpURLConnection)
            server.directAddress().resolve("/api/v1/namespaces").toURL().openConnection();
    connection.setRequestMethod("POST");
    connection.setRequestProperty("Content-Type", "application/json");
    connection.setDoOutput(true);
    String body =
        """
        {"apiVersion":"v1","kind":"Namespace","metadata":{"name":"%s"}}\
        """
            .formatted(CampaignObject.NAMESPACE);
    try (OutputStream out = connection.getOutputStream()) {
      out.write(body.getBytes(UTF_8));
    }
    return connection.getResponseCode();
  }
}
