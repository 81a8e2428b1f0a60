import { createTransport } from 'nodemailer'

export type OutgoingMail = {
  to: string
  subject: string
  text: string
  html: string
  /** Stays the same however often the mail is sent, so that a second copy can be known for one. */
  messageId: string
}

/** The mail server said no; `isFinal` when it will say so again (an SMTP code from 500). */
export class MailRefused extends Error {
  override name = 'MailRefused'
  readonly isFinal: boolean
  constructor(message: string, options: { isFinal: boolean; cause: unknown }) {
    super(message, { cause: options.cause })
    this.isFinal = options.isFinal
  }
}

/**
 * The way out over SMTP, a few connections at once. Nothing waits longer than 10 s for a server to answer and 20 s for it
 * to go on; files and addresses inside a mail are never fetched.
 */
export class MailTransport {
  readonly #transporter
  readonly #from: string

  constructor(options: { url: string; from: string }) {
    this.#from = options.from
    this.#transporter = createTransport({
      url: options.url,
      pool: true,
      maxConnections: 4,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      dnsTimeout: 10_000,
      socketTimeout: 20_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }

  /** Hands one mail over; resolves when the server has taken it, throws MailRefused when it has not. */
  async send({ to, subject, text, html, messageId }: OutgoingMail): Promise<void> {
    try {
      await this.#transporter.sendMail({
        from: this.#from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    } catch (error) {
      const { responseCode = 0, message } = error as Error & { responseCode?: number }
      throw new MailRefused(message, { isFinal: responseCode >= 500, cause: error })
    }
  }

  /** Ends the connections. */
  close(): void {
    this.#transporter.close()
  }
}
