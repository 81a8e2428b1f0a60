import type { RenderNotification } from '#core/notification-texts.ts'
import { withActor } from '#platform/server/actor.ts'
import type { Config } from '#platform/server/config.ts'
import type { Pool, Tx } from '#platform/server/db.ts'
import type { Listener } from '#platform/server/listen.ts'
import type { Log } from '#platform/server/log.ts'
import { mailBody } from '#platform/server/mail-layout.ts'
import { MailRefused, MailTransport } from '#platform/server/mail.ts'
import { startRounds } from '#platform/server/rounds.ts'
import { retryDelay } from '../rules.ts'
import { type ClaimedMail, claimMails } from './commands/claim-mails.ts'
import { retryMail, settleMail } from './commands/settle-mail.ts'

export type MailServices = {
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'appUrl'> & Partial<Pick<Config, 'isDemo'>>
  log: Log
  /** Logged in as app_worker. */
  workerPool: Pool
  listener: Pick<Listener, 'on' | 'off'>
  /** Words a notification's copy at the moment it is sent. */
  renderNotification: RenderNotification
  /** Where someone ends the mails about an event, without signing in. */
  unsubscribeUrl?: (userId: string, event: string) => string
}

export type MailPace = {
  /** Mails taken at once. */
  batch?: number
  /** How often it looks without being told. */
  pollMs?: number
  /** How long a claim holds; longer than any sending may take. */
  leaseMs?: number
  retryDelay?: typeof retryDelay
}

const STOPPING_MS = 8_000

/**
 * Takes queued mails and hands them to the mail server, at least once each and always under the same Message-ID; without
 * a mail server they are kept for /email-test, and so are those of a demonstration to its own people. Wakes when one is queued, and looks every 10 s. Any number of processes
 * may run it. Returns how to stop: what is being sent is finished, at most 8 s.
 */
export function startMailWorker(
  { config, log, workerPool, listener, renderNotification, unsubscribeUrl }: MailServices,
  pace: MailPace = {},
): () => Promise<void> {
  const { batch = 10, pollMs = 10_000, leaseMs = 90_000, retryDelay: waitAfter = retryDelay } = pace
  const transport = config.smtpUrl
    ? new MailTransport({ url: config.smtpUrl, from: config.mailFrom })
    : undefined
  const act = <T>(work: (tx: Tx) => Promise<T>) => withActor(workerPool, null, work, { deadlineMs: 10_000 })

  async function deliver(mail: ClaimedMail): Promise<void> {
    const { subject, text, html } = rendered(mail, config.appUrl, renderNotification)
    const isForNobody = config.isDemo && isExample(mail.to_address)
    if (!transport || isForNobody)
      return act((tx) => settleMail(tx, { id: mail.id, status: 'kept', subject, text, html }))
    try {
      await transport.send({
        to: mail.to_address,
        subject,
        text,
        html,
        messageId: mail.message_id,
        ...(unsubscribeUrl &&
          mail.user_id &&
          mail.event && { unsubscribeUrl: unsubscribeUrl(mail.user_id, mail.event) }),
      })
    } catch (error) {
      const { message } = error as Error
      const wait = waitAfter(mail.attempt, error instanceof MailRefused && error.isFinal)
      log.warn(
        { mail: mail.id, attempt: mail.attempt, err: message, givenUp: wait === null },
        'a mail was not taken',
      )
      return wait === null
        ? act((tx) => settleMail(tx, { id: mail.id, status: 'failed', error: message, subject, text, html }))
        : act((tx) => retryMail(tx, mail, message, wait))
    }
    await act((tx) => settleMail(tx, { id: mail.id, status: 'sent', subject, text, html }))
  }

  async function round(): Promise<boolean> {
    const claimed = await act((tx) => claimMails(tx, batch, leaseMs))
    // What cannot be settled is claimed again when the lease is over, and sent under the same Message-ID.
    const done = await Promise.allSettled(claimed.map(deliver))
    for (const result of done) if (result.status === 'rejected') throw result.reason
    return claimed.length === batch
  }

  const stop = startRounds(
    { log, listener },
    {
      everyMs: pollMs,
      heardOn: 'mail_queued',
      failed: 'the mail outbox cannot be worked on',
      stopWithinMs: STOPPING_MS,
      round,
    },
  )
  return async () => {
    await stop()
    transport?.close()
  }
}

/** The people of a demonstration have addresses that nobody ever has (RFC 2606). */
const isExample = (address: string): boolean => /[@.]example$/i.test(address)

/** A notification's copy is worded here, where texts and the product's address are known; every other mail comes rendered. */
function rendered(
  mail: ClaimedMail,
  appUrl: string,
  renderNotification: RenderNotification,
): { subject: string; text: string; html: string } {
  const { subject, body_text, body_html, code, values, action_path } = mail
  if (body_html !== '') return { subject, text: body_text, html: body_html }
  const { title, message } = renderNotification({ code, values, title: subject, message: body_text })
  const body = mailBody({
    heading: title,
    paragraphs: message.split(/\n+/).filter((line) => line.trim() !== ''),
    ...(action_path ? { action: { label: 'Open Placewell', url: `${appUrl}${action_path}` } } : {}),
    footnote:
      'This is a copy of a notification in Placewell. You choose in your profile which ones to email.',
  })
  return { subject: title, ...body }
}
