package it;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.client.ApiClient;
import io.listwatch.json.JsonPath;
import io.listwatch.model.Resource;
import io.listwatch.spring.test.ListwatchSliceTest;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

@ListwatchSliceTest
class GreeterTest {
  @Test
  void greets(@Autowired ApiClient client) throws Exception {
    var maps = client.resources(GreeterConfiguration.MAPS);
    maps.create(Resource.parse(
        "{\"metadata\":{\"name\":\"card\",\"labels\":{\"guest\":\"Ada\"}}}"));

    assertThat(maps.await("card",
        map -> map.flatMap(m -> m.text(JsonPath.of("data.greeting"))).isPresent(),
        Duration.ofSeconds(30))).isTrue();
  }
}
