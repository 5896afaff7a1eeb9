import { Global, Injectable, Module } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { type Mail, Mailer } from '../../ports/mailer.js';

const timeLimits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** The mail server of SMTP_URL. Over `smtp:` it is encrypted where the server offers that, with a certificate that is checked. */
@Injectable()
class SmtpMailer implements Mailer {
  constructor(private readonly config: Config) {}

  async send({ to, subject, text }: Mail): Promise<void> {
    if (this.config.smtp === null) throw new Error('SMTP_URL is not set.');
    const { url, from } = this.config.smtp;
    // Loaded on demand: most studios send none, and nobody sends many.
    const { createTransport } = await import('nodemailer');
    await createTransport({ url, ...timeLimits }).sendMail({
      from: { name: 'CodeStudio', address: from },
      to: { name: '', address: to },
      subject,
      text,
      // So that nobody's holiday notice answers (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  }
}

@Global()
@Module({ providers: [{ provide: Mailer, useClass: SmtpMailer }], exports: [Mailer] })
export class SmtpModule {}
