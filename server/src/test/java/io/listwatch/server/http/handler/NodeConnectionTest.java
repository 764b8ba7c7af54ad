package io.listwatch.server.http.handler;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.builtin.BuiltInResources;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class NodeConnectionTest {
  @Test
  void findsEveryConnectionInTheDefinitions() {
    var found = new TreeSet<String>();
    Set<NodeConnection> connections = EnumSet.noneOf(NodeConnection.class);
    for (ResourceDefinition definition : BuiltInResources.load()) {
      for (var subresource : definition.subresources()) {
        NodeConnection.of(definition, subresource.name())
            .ifPresent(
                connection -> {
                  connections.add(connection);
                  found.add(definition.type().plural() + "/" + subresource.name());
                });
      }
    }

    assertThat(found)
        .containsExactly(
            "nodes/proxy",
            "pods/attach",
            "pods/exec",
            "pods/log",
            "pods/portforward",
            "pods/proxy",
            "services/proxy");
    assertThat(connections).containsExactly(NodeConnection.values());
  }
}
