package it;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** An application whose only bean definitions are those of its controller. */
@SpringBootApplication
public class Application {}
