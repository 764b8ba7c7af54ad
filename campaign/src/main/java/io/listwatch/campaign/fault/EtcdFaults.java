package io.listwatch.campaign.fault;

import io.listwatch.campaign.engine.EtcdEngine;
import io.listwatch.campaign.engine.EtcdMember;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Faults of servers that share an etcd cluster, and of the cluster. */
public final class EtcdFaults {
  private EtcdFaults() {}

  public static List<Fault<EtcdEngine>> all() {
    var all = new ArrayList<Fault<EtcdEngine>>(ServerFaults.all());
    all.add(Fault.of("kill leader", 1, (engine, random) -> kill(engine.leader(), random)));
    all.add(Fault.of("kill member", 1, (engine, random) -> kill(any(engine, random), random)));
    all.add(Fault.of("kill all members", 3, EtcdFaults::killAll));
    all.add(Fault.of("pause leader", (engine, random) -> pause(List.of(engine.leader()), random)));
    all.add(Fault.of("stop majority", EtcdFaults::stopMajority));
    all.add(Fault.of("cut off leader", (engine, random) -> cutOff(engine.leader(), random)));
    all.add(Fault.of("cut off member", (engine, random) -> cutOff(any(engine, random), random)));
    return all;
  }

  private static EtcdMember any(EtcdEngine engine, Random random) {
    return engine.members().get(random.nextInt(engine.members().size()));
  }

  private static void kill(EtcdMember member, Random random)
      throws IOException, InterruptedException {
    member.kill();
    Thread.sleep(random.nextInt(1_500));
    member.restart();
  }

  private static void killAll(EtcdEngine engine, Random random)
      throws IOException, InterruptedException {
    for (EtcdMember member : engine.members()) {
      member.kill();
    }
    Thread.sleep(random.nextInt(500));
    for (EtcdMember member : engine.members()) {
      member.restart();
    }
  }

  private static void pause(List<EtcdMember> members, Random random) throws InterruptedException {
    for (EtcdMember member : members) {
      member.signal("STOP");
    }
    Thread.sleep(200 + random.nextInt(2_500));
    for (EtcdMember member : members) {
      member.signal("CONT");
    }
  }

  private static void stopMajority(EtcdEngine engine, Random random) throws InterruptedException {
    pause(engine.members().subList(0, engine.members().size() / 2 + 1), random);
  }

  private static void cutOff(EtcdMember member, Random random)
      throws IOException, InterruptedException {
    if (!member.host().canBeCutOff()) {
      // Without network namespaces, pausing the member is the closest equivalent.
      pause(List.of(member), random);
      return;
    }
    member.host().cutOff(true);
    Thread.sleep(200 + random.nextInt(3_000));
    member.host().cutOff(false);
  }
}
