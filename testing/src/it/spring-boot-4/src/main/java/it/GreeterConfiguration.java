package it;

import io.listwatch.client.ApiClient;
import io.listwatch.client.Patch;
import io.listwatch.client.ResourceClient;
import io.listwatch.controller.Controller;
import io.listwatch.controller.ControllerBuilder;
import io.listwatch.controller.Reconciliation;
import io.listwatch.informer.Informer;
import io.listwatch.informer.InformerFactory;
import io.listwatch.informer.View;
import io.listwatch.json.JsonPath;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import java.util.Optional;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Greets the guest that a ConfigMap names in a label. */
@Configuration(proxyBeanMethods = false)
class GreeterConfiguration {
  static final ResourceType MAPS = ResourceType.namespaced("v1", "ConfigMap", "configmaps");

  @Bean
  Informer<Resource> maps(InformerFactory informers) {
    return informers.informer(MAPS);
  }

  @Bean
  ControllerBuilder<ResourceKey> greeter(ApiClient client, Informer<Resource> maps) {
    ResourceClient<Resource> writer = client.resources(MAPS).through(maps);
    JsonPath guest = JsonPath.of("metadata.labels.guest");
    JsonPath greeting = JsonPath.of("data.greeting");
    return Controller.builder(
            "greeter",
            key -> {
              Optional<View<Resource>> map = maps.get(key);
              Optional<String> wanted = map.flatMap(m -> m.text(guest)).map("Hello, "::concat);
              if (wanted.isPresent() && !wanted.equals(map.flatMap(m -> m.text(greeting)))) {
                writer.patch(
                    key, Patch.merge("{\"data\":{\"greeting\":\"%s\"}}".formatted(wanted.get())));
              }
              return Reconciliation.done();
            })
        .watching(maps, View::key);
  }
}
