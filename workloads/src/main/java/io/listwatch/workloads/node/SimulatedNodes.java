package io.listwatch.workloads.node;

import io.listwatch.workloads.object.ApiObject;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The simulated nodes of one run.
 *
 * @param count the number of nodes
 * @param kubelet the address on which the kubelet of all of them listens
 * @param behaviors the behavior of a pod; called for each step, so it may change
 * @param outages shared by the controllers of nodes and of pods
 */
public record SimulatedNodes(
    int count,
    InetSocketAddress kubelet,
    Function<ApiObject, PodBehavior> behaviors,
    NodeOutages outages) {
  Map<String, SimulatedNode> byName() {
    return IntStream.rangeClosed(1, count)
        .mapToObj(number -> new SimulatedNode(number, kubelet))
        .collect(Collectors.toMap(SimulatedNode::name, Function.identity()));
  }
}
