package io.listwatch.objects.protobuf;

/** Thrown if bytes are not a message of the expected type. */
public final class MalformedProtobufException extends RuntimeException {
  private static final long serialVersionUID = 1;

  MalformedProtobufException(String message) {
    super(message);
  }

  MalformedProtobufException(String message, Throwable cause) {
    super(message, cause);
  }
}
