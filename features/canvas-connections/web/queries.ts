import { featureApi, keysOf } from '#platform/web/api.ts'
import type { canvasConnectionsContract } from '../contract.ts'

export const canvas = featureApi<typeof canvasConnectionsContract>('canvasConnections')

/** Refetches everything about Canvas, on other pages too. */
export const touches = keysOf('canvasConnections')
export const meta = { quiet: true, touches }
/** Inviting and enrolling people. */
export const metaOfPeople = {
  quiet: true,
  touches: keysOf('canvasConnections', 'cohorts', 'students', 'invitations', 'people'),
}
