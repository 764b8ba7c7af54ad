package io.listwatch.server.registry.table;

import com.fasterxml.jackson.core.JsonGenerator;
import io.listwatch.model.Resource;
import io.listwatch.server.registry.TableColumns;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Columns of a built-in kind whose cells need the whole object. */
public final class ComputedColumns implements TableColumns {
  /** By kind. */
  private static final Map<String, ComputedRow> ROWS =
      Map.ofEntries(
          Map.entry("APIService", ControlRows::apiService),
          Map.entry("CSIDriver", StorageRows::driver),
          Map.entry("CertificateSigningRequest", AccessRows::certificateRequest),
          Map.entry("ClusterRoleBinding", AccessRows::binding),
          Map.entry("ComponentStatus", ControlRows::component),
          Map.entry("ControllerRevision", ControlRows::revision),
          Map.entry("CronJob", JobRows::cronJob),
          Map.entry("EndpointSlice", EndpointRows::slice),
          Map.entry("Endpoints", EndpointRows::endpoints),
          Map.entry("Event", EventRow::cells),
          Map.entry("FlowSchema", PolicyRows::flowSchema),
          Map.entry("HorizontalPodAutoscaler", AutoscalerRow::cells),
          Map.entry("IPAddress", IngressRows::address),
          Map.entry("Ingress", IngressRows::ingress),
          Map.entry("IngressClass", IngressRows::ingressClass),
          Map.entry("Job", JobRows::job),
          Map.entry("MutatingAdmissionPolicy", PolicyRows::admissionPolicy),
          Map.entry("MutatingAdmissionPolicyBinding", PolicyRows::admissionBinding),
          Map.entry("Node", NodeRow::cells),
          Map.entry("PersistentVolume", StorageRows::volume),
          Map.entry("PersistentVolumeClaim", StorageRows::claim),
          Map.entry("Pod", PodRow::cells),
          Map.entry("PriorityLevelConfiguration", PolicyRows::priorityLevel),
          Map.entry("ResourceClaim", StorageRows::deviceClaim),
          Map.entry("ResourceQuota", PolicyRows::quota),
          Map.entry("RoleBinding", AccessRows::binding),
          Map.entry("Service", ServiceRow::cells),
          Map.entry("StorageClass", StorageRows::storageClass),
          Map.entry("ValidatingAdmissionPolicy", PolicyRows::admissionPolicy),
          Map.entry("ValidatingAdmissionPolicyBinding", PolicyRows::admissionBinding));

  private final String kind;
  private final List<Column> columns;
  private final ComputedRow row;

  private ComputedColumns(String kind, List<Column> columns, ComputedRow row) {
    this.kind = kind;
    this.columns = List.copyOf(columns);
    this.row = row;
  }

  /** The columns of a kind, which must be one of those whose rows are computed. */
  public static TableColumns of(String kind, List<Column> columns) {
    ComputedRow row = ROWS.get(kind);
    if (row == null) {
      throw new IllegalArgumentException(
          "kind: %s (expected: one whose rows are computed)".formatted(kind));
    }
    return new ComputedColumns(kind, columns, row);
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  @Override
  public void writeCells(Resource object, Instant now, JsonGenerator out) throws IOException {
    for (Object cell : row.cells(Trees.of(object), now)) {
      write(cell, out);
    }
  }

  @Override
  public Optional<Completion> completion(Resource object) {
    return kind.equals("Pod") ? PodRow.completion(object) : Optional.empty();
  }

  private static void write(Object cell, JsonGenerator out) throws IOException {
    if (cell instanceof Boolean truth) {
      out.writeBoolean(truth);
    } else if (cell instanceof Number number) {
      out.writeNumber(number.longValue());
    } else {
      out.writeString(cell.toString());
    }
  }
}
