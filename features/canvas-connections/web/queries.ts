import { featureApi } from '#platform/web/api.ts'
import type { canvasConnectionsContract } from '../contract.ts'

export const canvas = featureApi<typeof canvasConnectionsContract>('canvasConnections')

/** Refetches everything about Canvas, on other pages too. */
export const touches = [canvas.key()]
export const meta = { quiet: true, touches }
