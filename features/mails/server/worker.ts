import type { RenderNotification } from '#core/notification-texts.ts'
import { inTimeFormat } from '#core/time-format.ts'
import { withActor } from '#platform/server/actor.ts'
import type { Config } from '#platform/server/config.ts'
import type { Pool, Tx } from '#platform/server/db.ts'
import type { Listener } from '#platform/server/listen.ts'
import type { Log } from '#platform/server/log.ts'
import { mailBody } from '#platform/server/mail-layout.ts'
import { MailRefused, MailTransport } from '#platform/server/mail.ts'
import type { TaskRegistry } from '#platform/server/task-registry.ts'
import { startBackgroundTask } from '#platform/server/background-task.ts'
import { retryDelay } from '../rules.ts'
import { type ClaimedMail, claimMails, type MailWords } from './commands/claim-mails.ts'
import { retryMail, settleMail } from './commands/settle-mail.ts'

export type MailServices = {
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'appUrl'> & Partial<Pick<Config, 'isDemo' | 'isProduction'>>
  log: Log
  /** Connects as app_worker. */
  workerPool: Pool
  listener: Pick<Listener, 'on' | 'off'>
  tasks?: TaskRegistry
  /** Renders the text of a notification's copy when it is sent. */
  renderNotification: RenderNotification
  /** The page that turns off mails about an event, without signing in. */
  unsubscribeUrl?: (userId: string, event: string) => string
  /** The link to answer the requests of this mail without signing in; null if there is none. */
  answerUrl?: (mailId: string) => Promise<string | null>
}

export type MailPace = {
  /** How many mails are claimed at once. */
  batch?: number
  /** The polling interval. */
  pollMs?: number
  /** How long a claim lasts; longer than any sending may take. */
  leaseMs?: number
  retryDelay?: typeof retryDelay
  /** The current time, for deciding which copies are held back. */
  now?: () => number
}

const STOPPING_MS = 8_000

/**
 * Claims queued mails and hands them to the mail server, each at least once and always with the same Message-ID. Without a mail server they
 * are kept for /email-test, like a demo's mails to its own people. Wakes when one is queued, and polls every 10 s. Any number of processes
 * may run it. Returns a function that stops it, which waits at most 8 s for mails being sent.
 */
export function startMailWorker(
  { config, log, workerPool, listener, tasks, renderNotification, unsubscribeUrl, answerUrl }: MailServices,
  pace: MailPace = {},
): () => Promise<void> {
  const {
    batch = 10,
    pollMs = 10_000,
    leaseMs = 90_000,
    retryDelay: waitAfter = retryDelay,
    now = Date.now,
  } = pace
  const transport = config.smtpUrl
    ? new MailTransport({ url: config.smtpUrl, from: config.mailFrom })
    : undefined
  const act = <T>(work: (tx: Tx) => Promise<T>) => withActor(workerPool, null, work, { deadlineMs: 10_000 })

  async function deliver(mail: ClaimedMail): Promise<void> {
    const parts = await Promise.all(
      [mail, ...mail.joined].map(async (part) => ({
        ...part,
        answer: part.event === 'shift_requested' && answerUrl ? await answerUrl(part.id) : null,
      })),
    )
    const { subject, text, html } =
      mail.joined.length > 0
        ? digest(parts, config.appUrl, renderNotification)
        : rendered(mail, config.appUrl, renderNotification, parts[0]!.answer)
    const isForNobody = config.isDemo && isExample(mail.to_address)
    if (!transport || isForNobody)
      return act((tx) =>
        settleMail(tx, { id: mail.id, status: 'kept', subject, text, html, hasTokens: !config.isProduction }),
      )
    try {
      await transport.send({
        to: mail.to_address,
        subject,
        text,
        html,
        messageId: mail.message_id,
        ...(unsubscribeUrl &&
          mail.user_id &&
          mail.event &&
          mail.joined.length === 0 && { unsubscribeUrl: unsubscribeUrl(mail.user_id, mail.event) }),
      })
    } catch (error) {
      const { message } = error as Error
      const wait = waitAfter(mail.attempt, error instanceof MailRefused && error.isFinal)
      log.warn(
        // Not the server's words, which name the address; they are with the mail.
        {
          mail: mail.id,
          attempt: mail.attempt,
          code: error instanceof MailRefused ? error.code : (error as Error).name,
          givenUp: wait === null,
        },
        'a mail was not taken',
      )
      return wait === null
        ? act((tx) => settleMail(tx, { id: mail.id, status: 'failed', error: message, subject, text, html }))
        : act((tx) => retryMail(tx, mail, message, wait))
    }
    await act((tx) => settleMail(tx, { id: mail.id, status: 'sent', subject, text, html }))
  }

  async function round(): Promise<boolean> {
    const { mails, isFull } = await act((tx) => claimMails(tx, batch, leaseMs, now()))
    // A mail that cannot be settled is claimed again after the lease, and sent with the same Message-ID.
    const done = await Promise.allSettled(mails.map(deliver))
    for (const result of done) if (result.status === 'rejected') throw result.reason
    return isFull
  }

  const stop = startBackgroundTask(
    { log, listener, tasks },
    {
      name: 'emails',
      everyMs: pollMs,
      wakeOn: 'mail_queued',
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

/** The people of a demo have addresses that can never exist (RFC 2606). */
const isExample = (address: string): boolean => /[@.]example$/i.test(address)

const COPY_NOTE =
  'This is a copy of a notification in Placewell. You choose in your profile which ones to email.'
const ANSWER_NOTE =
  'The link is for you alone and works for 7 days, without signing in. Opening it changes nothing. Do not forward it.'

/** A notification's copy is rendered here, where texts and the app's address are known; every other mail is already rendered. */
function rendered(
  mail: ClaimedMail,
  appUrl: string,
  renderNotification: RenderNotification,
  answer: string | null,
): { subject: string; text: string; html: string } {
  const { subject, body_text, body_html, code, values, action_path, time_format } = mail
  if (body_html !== '') return { subject, text: body_text, html: body_html }
  const { title, message } = inTimeFormat(time_format, () =>
    renderNotification({ code, values, title: subject, message: body_text }),
  )
  const body = mailBody({
    heading: title,
    paragraphs: message.split(/\n+/).filter((line) => line.trim() !== ''),
    ...(answer
      ? { action: { label: 'Review and answer', url: answer } }
      : action_path
        ? { action: { label: 'Open Placewell', url: `${appUrl}${action_path}` } }
        : {}),
    footnote: answer ? `${ANSWER_NOTE} ${COPY_NOTE}` : COPY_NOTE,
  })
  return { subject: title, ...body }
}

const ANSWERS_NOTE =
  'Links to requests are for you alone and work for 7 days, without signing in. Opening one changes nothing. Do not forward this email.'
const DIGEST_NOTE =
  'These are copies of notifications in Placewell. You choose in your profile which ones to email, and when.'
/** The maximum number of copies in one mail; the others are counted. */
const DIGEST_LINES = 50

/** Combines a day's copies into one mail, each with its own link. */
function digest(
  parts: readonly (MailWords & { answer: string | null })[],
  appUrl: string,
  renderNotification: RenderNotification,
): { subject: string; text: string; html: string } {
  const subject = `Your day on Placewell: ${parts.length} updates`
  const more = parts.length - DIGEST_LINES
  const body = mailBody({
    heading: subject,
    paragraphs: [
      ...parts
        .slice(0, DIGEST_LINES)
        .flatMap(({ code, values, subject: title, body_text: message, ...part }) => {
          const words = inTimeFormat(part.time_format, () =>
            renderNotification({ code, values, title, message }),
          )
          const href = part.answer ?? (part.action_path ? `${appUrl}${part.action_path}` : undefined)
          return [
            [{ text: words.title, ...(href && { href }) }],
            ...words.message.split(/\n+/).filter((line) => line.trim() !== ''),
          ]
        }),
      ...(more > 0 ? [`${more} more are in Placewell.`] : []),
    ],
    action: { label: 'Open Placewell', url: appUrl },
    footnote: parts.some(({ answer }) => answer) ? `${ANSWERS_NOTE} ${DIGEST_NOTE}` : DIGEST_NOTE,
  })
  return { subject, ...body }
}
