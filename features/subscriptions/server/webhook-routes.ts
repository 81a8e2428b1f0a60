import type { FastifyInstance } from 'fastify'
import { withActor } from '#platform/server/actor.ts'
import type { Log } from '#platform/server/log.ts'
import { isReported } from './queries/is-reported.ts'
import { type PaymentServices, refreshSubscription } from './refresh-subscription.ts'

export const WEBHOOK_PATH = '/webhooks/stripe'
const LONGEST = 262_144

/**
 * The webhook of the payment provider. Only its signature over the bytes of the body authenticates a request; the data is then read at the
 * provider itself. Without a success response, the provider sends the event again for days.
 */
export async function serveBillingWebhook(
  scope: FastifyInstance,
  { log, ...services }: PaymentServices & { log: Log },
): Promise<void> {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: LONGEST }, (_request, text, done) =>
    done(null, text),
  )
  scope.post(WEBHOOK_PATH, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const signature = request.headers['stripe-signature']
    const body = typeof request.body === 'string' ? request.body : ''
    const event = typeof signature === 'string' ? await services.payments.readEvent(body, signature) : null
    if (!event) return reply.code(400).send({ message: 'This is not signed by the payment provider.' })
    if (!event.customer) return { received: true }
    if (await withActor(services.workerPool, null, (tx) => isReported(tx, event.id)))
      return { received: true }
    try {
      const status = await refreshSubscription(services, event.customer, event)
      log.info({ event: event.id, type: event.type, status }, 'payment provider reported')
      return { received: true }
    } catch (error) {
      log.warn({ event: event.id, err: (error as Error).message }, 'a payment report waits to be sent again')
      return reply.code(503).header('retry-after', '60').send({ message: 'Try again later.' })
    }
  })
}
