import { startServer } from '#app/server.ts'
import { createTestDatabase } from '#database/test-database.ts'
import { testObjects } from '#database/test-objects.ts'
import { DEMO_TOKEN, demoRoster } from '#features/canvas-connections/fake.ts'
import { startFakeCanvas } from '#features/canvas-connections/server/fake-canvas.ts'
import { startFakeStripe } from '#features/subscriptions/server/fake-stripe.ts'
import { readConfig } from '#platform/server/config.ts'
import { freePort } from '../scripts/start-lines.ts'

/** The running product of one file of journeys. */
export type Product = { url: string; adminUrl: string; close: () => Promise<void> }

/** One port for all files of a worker, so that what a window has loaded is useful for the next file (e2e/browser-windows.ts). */
let port: number | undefined

/** Starts the real server on its own seeded database; requires what `setup()` created. */
export async function startProduct(): Promise<Product> {
  const database = await createTestDatabase()
  port ??= await freePort()
  const payments = await startFakeStripe({
    webhookSecret: 'whsec_journeys',
    webhookUrl: `http://localhost:${port}/webhooks/stripe`,
  })
  const canvas = await startFakeCanvas({ data: demoRoster(), tokens: [DEMO_TOKEN] })
  const config = readConfig({
    CANVAS_STAND_IN: canvas.url,
    STRIPE_SECRET_KEY: 'sk_test_journeys',
    STRIPE_WEBHOOK_SECRET: 'whsec_journeys',
    STRIPE_API_URL: payments.url,
    NODE_ENV: 'test',
    DEMO: 'on',
    PORT: String(port),
    HEALTH_PORT: '0',
    LOG_LEVEL: 'error',
  })
  const { objects, remove } = testObjects()
  const server = await startServer({
    config,
    objects,
    webFolder: process.env['E2E_WEB']!,
    // Long limits, so that a busy machine does not fail a journey.
    answersMs: 10_000,
    renderingMs: 10_000,
    isBusy: () => false,
    secrets: { pepper: process.env['E2E_PEPPER']!, saltKey: process.env['E2E_SALT_KEY']! },
    databaseUrls: {
      appRw: database.urlFor('app_rw'),
      appAuth: database.urlFor('app_auth'),
      worker: database.urlFor('app_worker'),
    },
  })
  return {
    url: server.url,
    adminUrl: database.adminUrl,
    async close() {
      await server.close()
      await payments.close()
      await canvas.close()
      await database.drop()
      await remove()
    },
  }
}
