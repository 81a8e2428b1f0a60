import { createTransport } from 'nodemailer'

export type OutgoingMail = {
  to: string
  subject: string
  text: string
  html: string
  /** Stays the same however often the email is sent, so that a second copy can be recognized. */
  messageId: string
  /** The URL where one click, by the reader or their mail program, stops emails of this kind (RFC 8058). */
  unsubscribeUrl?: string
}

/** The mail server refused an email; `isFinal` if it will refuse again (an SMTP code from 500). */
export class MailRefused extends Error {
  override name = 'MailRefused'
  readonly isFinal: boolean
  /** The number that the mail server answered, or how the connection failed: 550, 'ETIMEDOUT'. */
  readonly code: number | string
  constructor(message: string, options: { isFinal: boolean; code?: number | string; cause: unknown }) {
    super(message, { cause: options.cause })
    this.isFinal = options.isFinal
    this.code = options.code ?? 'unknown'
  }
}

/** The domain of a sender such as "Placewell <mail@school.edu>", because a Message-ID has the domain that sends it. */
const domainOf = (from: string): string => /@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? 'placewell'

/**
 * Sends emails over SMTP, with a few connections at once. Waits at most 10 s for a server to answer and 20 s for it to continue; files and
 * addresses inside an email are never fetched.
 */
export class MailTransport {
  readonly #domain: string
  readonly #transporter
  readonly #from: string

  constructor(options: { url: string; from: string }) {
    this.#from = options.from
    this.#domain = domainOf(options.from)
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

  /** Hands one email over; resolves when the server has accepted it, throws MailRefused if it has not. */
  async send({ to, subject, text, html, messageId, unsubscribeUrl }: OutgoingMail): Promise<void> {
    try {
      await this.#transporter.sendMail({
        from: this.#from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: messageId.replace(/@[^@>]*>$/, `@${this.#domain}>`),
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribeUrl && {
            'List-Unsubscribe': `<${unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      })
    } catch (error) {
      const { responseCode = 0, code, message } = error as Error & { responseCode?: number; code?: string }
      throw new MailRefused(message, {
        isFinal: responseCode >= 500,
        code: responseCode || (code ?? 'unknown'),
        cause: error,
      })
    }
  }

  /** Closes the connections. */
  close(): void {
    this.#transporter.close()
  }
}
