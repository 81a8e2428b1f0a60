import type { Config } from '#platform/server/config.ts'

/**
 * A local Canvas for the demonstration: a small server that speaks its protocol, with the roster that the seeded connection reads.
 * Undefined if a stand-in is configured, or if others can reach the server.
 */
export async function demoCanvas({ isDemo, mode, canvasStandIn }: Config) {
  if (!isDemo || mode !== 'development' || canvasStandIn) return undefined
  const { startFakeCanvas } = await import('#features/canvas-connections/server/fake-canvas.ts')
  const { demoRoster, DEMO_TOKEN } = await import('#features/canvas-connections/fake.ts')
  const fake = await startFakeCanvas({ data: demoRoster(), tokens: [DEMO_TOKEN] })
  return { settings: { canvasStandIn: fake.url }, close: fake.close }
}
