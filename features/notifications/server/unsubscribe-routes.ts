import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { withActor } from '#platform/server/actor.ts'
import type { Pool } from '#platform/server/db.ts'
import { events } from '../rules.ts'
import { stopMails } from './commands/stop-mails.ts'
import { readUnsubscribe } from './unsubscribe-links.ts'

type Services = {
  saltKey: string
  /** Logged in as app_worker, because the reader of an email is not signed in. */
  workerPool: Pool
}

/**
 * Serves the link in an email that stops emails about its event: a page with one button for people, and a POST for their button and for
 * mail programs (RFC 8058), which have no session. Opening the link changes nothing.
 */
export async function serveUnsubscribe(
  scope: FastifyInstance,
  { saltKey, workerPool }: Services,
): Promise<void> {
  scope.removeAllContentTypeParsers()
  // The form's content is already in the address.
  scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 1_024 }, (_request, _text, done) =>
    done(null),
  )
  const read = (request: FastifyRequest) => readUnsubscribe(saltKey, request.query as Record<string, unknown>)

  scope.get('/unsubscribe', (request, reply) => {
    const asked = read(request)
    const event = asked && events.find(({ type }) => type === asked.event)
    return event
      ? page(
          reply,
          200,
          'Stop these emails?',
          `They are about “${event.label}”. You will still find these notifications in Placewell.`,
          '<form method="post"><button>Stop these emails</button></form>',
        )
      : unknown(reply)
  })
  scope.post('/unsubscribe', async (request, reply) => {
    const asked = read(request)
    const event = asked && (await withActor(workerPool, null, (tx) => stopMails(tx, asked)))
    return event
      ? page(
          reply,
          200,
          'These emails have stopped',
          `You won’t get more emails about “${event.label}”. Your profile has the switch to turn them on again.`,
        )
      : unknown(reply)
  })
}

const unknown = (reply: FastifyReply) =>
  page(
    reply,
    404,
    'This link isn’t valid',
    'Your email app may have cut it off. Your profile shows which notifications come by email.',
  )

/** All texts are this product's own: nothing of the address is shown. */
function page(reply: FastifyReply, status: number, title: string, text: string, more = ''): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${title} · Placewell</title></head><body><main><h1>${title}</h1><p>${text}</p>${more}<p><a href="/profile">Your profile</a></p></main></body></html>`,
    )
}
