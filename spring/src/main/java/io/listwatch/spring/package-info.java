/**
 * A client, informers and controllers as beans of a Spring Boot application.
 *
 * <p>Start at {@link ListwatchAutoConfiguration}, which lists the beans.
 */
@NullMarked
package io.listwatch.spring;

import org.jspecify.annotations.NullMarked;
