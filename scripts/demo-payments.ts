import { join } from 'node:path'
import type { Config } from '#platform/server/config.ts'

const SECRET = 'whsec_demonstration'

/**
 * Local payments for the demonstration: a small server that speaks Stripe's protocol and takes no money. Undefined if payments are
 * configured, or if others can reach the server.
 */
export async function demoPayments({ isDemo, mode, stripe, appUrl, dataDir }: Config) {
  if (!isDemo || mode !== 'development' || stripe) return undefined
  const { startFakeStripe } = await import('#features/subscriptions/server/fake-stripe.ts')
  const fake = await startFakeStripe({
    webhookSecret: SECRET,
    webhookUrl: `${appUrl}/webhooks/stripe`,
    file: join(dataDir, 'demo-payments.json'),
  })
  return {
    settings: { stripe: { secretKey: 'sk_test_demonstration', webhookSecret: SECRET, apiUrl: fake.url } },
    close: fake.close,
  }
}
