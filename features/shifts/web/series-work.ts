import type { SeriesRow, ShiftStatus } from '../contract.ts'
import { statusWords } from '../rules.ts'
import { mayDo, type Party } from './shift-actions.ts'

/** What a planner does with a whole series, the next step first. */
export const seriesActions = ['submit', 'publish', 'withdraw', 'remove'] as const
export type SeriesAction = (typeof seriesActions)[number]

/** How many shifts of a series can be submitted, published, withdrawn or deleted now; what nothing can be done with is left out. */
export function seriesWork(
  { statuses }: Pick<SeriesRow, 'statuses'>,
  party: Party | null,
): { action: SeriesAction; count: number; states: ShiftStatus[] }[] {
  return seriesActions.flatMap((action) => {
    const states = (Object.keys(statuses) as ShiftStatus[]).filter((status) =>
      mayDo(action, { status }, party),
    )
    const count = states.reduce((sum, status) => sum + statuses[status]!, 0)
    // A draft is deleted; withdrawing is for what the facility has.
    const isDraftOnly = action === 'withdraw' && states.every((status) => status === 'draft')
    return count === 0 || isDraftOnly ? [] : [{ action, count, states }]
  })
}

/** "4 draft, 8 published": in the order of a shift's life. */
export const statusesWords = ({ statuses }: Pick<SeriesRow, 'statuses'>): string =>
  (Object.keys(statusWords) as ShiftStatus[])
    .filter((status) => statuses[status])
    .map((status) => `${statuses[status]} ${statusWords[status].toLowerCase()}`)
    .join(', ')
