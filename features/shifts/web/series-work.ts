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

/** The words of a status that counts things and not what was done with them. */
const several: Partial<Record<ShiftStatus, string>> = {
  needs_info: 'questions asked',
  countered: 'counteroffers',
}

/** "4 draft, 2 counteroffers, 8 published": in the order of a shift's life. */
export const statusesWords = ({ statuses }: Pick<SeriesRow, 'statuses'>): string =>
  (Object.keys(statusWords) as ShiftStatus[])
    .filter((status) => statuses[status])
    .map((status) => {
      const count = statuses[status]!
      return `${count} ${(count === 1 ? undefined : several[status]) ?? statusWords[status].toLowerCase()}`
    })
    .join(', ')
