/** One e-mail, as plain text. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Sends e-mail. */
export abstract class Mailer {
  /** Resolves once a mail server has taken it. @throws where none has, or none is configured. */
  abstract send(mail: Mail): Promise<void>;
}
