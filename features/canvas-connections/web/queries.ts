import { featureApi } from '#platform/web/api.ts'
import type { canvasConnectionsContract } from '../contract.ts'

export const canvas = featureApi<typeof canvasConnectionsContract>('canvasConnections')

/** All that changes of Canvas is asked again, also by other pages. */
export const touches = [canvas.key()]
export const meta = { quiet: true, touches }
