/**
 * An email worker in a separate process, to be killed. `node r05-worker.ts` runs the product's worker; with `--control` it marks an email
 * as sent before it sends it (and retries just as persistently while it lives).
 */
import { renderNotifications } from '#app/notification-texts.ts'
import { startMailWorker } from '#features/mails/server/public.ts'
import { createPool } from '#platform/server/db.ts'
import { Listener } from '#platform/server/listen.ts'
import { createLog } from '#platform/server/log.ts'
import { MailTransport } from '#platform/server/mail.ts'
import './lib/keep-compiled.ts'

const smtpUrl = process.env['SMTP_URL'] ?? ''
const workerPool = createPool({ url: process.env['APP_WORKER'] ?? '', max: 3, name: 'placewell r05' })
const log = createLog({ level: 'silent' })
const mailFrom = 'no-reply@placewell.example'

if (process.argv.includes('--control')) {
  const transport = new MailTransport({ url: smtpUrl, from: mailFrom })
  const sendStubbornly = async (mail: Record<string, string>): Promise<void> => {
    const {
      to_address: to = '',
      subject = '',
      body_text: text = '',
      body_html: html = '',
      message_id: messageId = '',
    } = mail
    for (let attempt = 0; attempt < 10; attempt++)
      if (
        await transport.send({ to, subject, text, html, messageId }).then(
          () => true,
          () => false,
        )
      )
        return
  }
  for (;;) {
    const claimed = await workerPool.query(`select id from app.claim_mails(10, interval '2 seconds') id`)
    const { rows } = await workerPool.query(
      'select id, to_address, subject, body_text, body_html, message_id from priv.mails where id = any ($1)',
      [claimed.rows.map(({ id }) => id as string)],
    )
    for (const mail of rows)
      await workerPool.query(`update priv.mails set status = 'sent', sent_at = now() where id = $1`, [
        mail.id,
      ])
    await Promise.all(rows.map(sendStubbornly))
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
} else {
  const listener = new Listener({ url: process.env['APP_RW'] ?? '', channels: ['mail_queued'], log })
  await listener.start()
  const config = { smtpUrl, mailFrom, appUrl: 'https://placewell.example' }
  startMailWorker(
    { config, log, workerPool, listener, renderNotification: renderNotifications(log) },
    { pollMs: 100, leaseMs: 2_000, retryDelay: () => 100 },
  )
}
