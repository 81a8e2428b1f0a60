import type { SeriesRow, ShiftRow, ShiftStatus } from '../contract.ts'
import { statusWords } from '../rules.ts'
import { mayDo, type Party, type ShiftAction } from './shift-actions.ts'

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

/** What one shift of a series waits for: a question or a proposal is of that shift alone, and so is what is said to it. */
export const dayActions = (row: Pick<ShiftRow, 'status'>, party: Party | null): ShiftAction[] =>
  (['answer', 'accept_counter', 'decline_counter'] as const).filter((action) => mayDo(action, row, party))

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
