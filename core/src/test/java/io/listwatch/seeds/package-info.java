/** Seeds of tests that try random inputs. */
package io.listwatch.seeds;
