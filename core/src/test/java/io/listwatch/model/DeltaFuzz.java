package io.listwatch.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;

/**
 * A frame with a delta either results in a readable object with the frame's key and version, or
 * fails with an {@link ApiException}.
 *
 * <p>Runs as {@link ResourceFuzz} does.
 */
final class DeltaFuzz {
  private static final Resource BASE =
      Resource.parse(
          """
          {"kind":"Lease","apiVersion":"coordination.k8s.io/v1","metadata":{"name":"a",\
          "namespace":"b","resourceVersion":"7"},"spec":{"holderIdentity":"é"}}\
          """);

  @FuzzTest(maxDuration = "20s")
  void appliesDeltaOrRejectsIt(byte[] frame) {
    WatchEvent event;
    try {
      event = ResourceReader.PLAIN.event(frame, 0, frame.length, new OneBase(BASE));
    } catch (ApiException rejected) {
      assertThat(rejected.getMessage()).isNotEmpty();
      return;
    }
    Resource object = event == null ? null : event.resource();
    if (object != null) {
      assertThat(Resource.parse(object.toByteArray())).isEqualTo(object);
    }
  }
}
