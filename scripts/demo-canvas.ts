import type { Config } from '#platform/server/config.ts'

/**
 * The Canvas of the demonstration on one's own machine: a small server that speaks its protocol, with the roster that the seeded connection
 * reads. Nothing where one is set, or where others reach the server.
 */
export async function demoCanvas({ isDemo, mode, canvasStandIn }: Config) {
  if (!isDemo || mode !== 'development' || canvasStandIn) return undefined
  const { startFakeCanvas } = await import('#features/canvas-connections/server/fake-canvas.ts')
  const { demoRoster, DEMO_TOKEN } = await import('#features/canvas-connections/fake.ts')
  const fake = await startFakeCanvas({ data: demoRoster(), tokens: [DEMO_TOKEN] })
  return { settings: { canvasStandIn: fake.url }, close: fake.close }
}
