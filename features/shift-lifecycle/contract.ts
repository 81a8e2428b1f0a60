import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { shiftEventName, shiftStatus } from '#features/shifts/contract.ts'

/** A step that PostgreSQL allows for a shift: the event, its statuses, and the party. */
export const shiftStep = z.object({
  event: shiftEventName,
  from: shiftStatus,
  to: shiftStatus,
  who: z.array(z.enum(['school', 'facility', 'closing_unit', 'school_super', 'system'])),
})
export type ShiftStep = z.infer<typeof shiftStep>

export const shiftLifecycleContract = {
  steps: oc
    .$meta<ApiMeta>({ access: [], write: false })
    .route({
      method: 'GET',
      path: '/shift-lifecycle/steps',
      tags: ['Shift lifecycle'],
      summary: 'Every step that the database lets a shift make, and whose it is',
    })
    .output(z.array(shiftStep)),
}
