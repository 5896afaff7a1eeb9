/** One email, as plain text. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Sends email. */
export abstract class Mailer {
  /** Resolves once the mail server has accepted it. @throws if it does not, or none is configured. */
  abstract send(mail: Mail): Promise<void>;
}
