import { Global, Injectable, Module } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { type Mail, Mailer } from '../../ports/mailer.js';

const timeLimits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Sends mail through SMTP_URL. With `smtp:` it uses TLS if the server offers it, and then checks the certificate. */
@Injectable()
class SmtpMailer implements Mailer {
  constructor(private readonly config: Config) {}

  async send({ to, subject, text }: Mail): Promise<void> {
    if (this.config.smtp === null) throw new Error('SMTP_URL is not set.');
    const { url, from } = this.config.smtp;
    // Loaded on demand, since most studios send no mail.
    const { createTransport } = await import('nodemailer');
    await createTransport({ url, ...timeLimits }).sendMail({
      from: { name: 'CodeStudio', address: from },
      to: { name: '', address: to },
      subject,
      text,
      // Prevents automatic replies such as holiday notices (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  }
}

@Global()
@Module({ providers: [{ provide: Mailer, useClass: SmtpMailer }], exports: [Mailer] })
export class SmtpModule {}
