import type { PlainDate } from '#core/plain-date.ts'
import type { SeriesRow, ShiftRow, ShiftStatus } from '../contract.ts'
import { statusLabels } from '../rules.ts'
import { mayDo, type Party, type ShiftAction } from './shift-actions.ts'

/** What a planner can do with a whole series, the next step first. */
const seriesActions = ['submit', 'publish', 'withdraw', 'remove'] as const
export type SeriesAction = (typeof seriesActions)[number]

/** How many shifts of a series can be submitted, published, withdrawn or deleted now; omits actions that no shift allows. */
export function seriesWork(
  { statuses }: Pick<SeriesRow, 'statuses'>,
  party: Party | null,
): { action: SeriesAction; count: number; states: ShiftStatus[] }[] {
  return seriesActions.flatMap((action) => {
    const states = (Object.keys(statuses) as ShiftStatus[]).filter((status) =>
      mayDo(action, { status }, party),
    )
    const count = states.reduce((sum, status) => sum + statuses[status]!, 0)
    // Drafts are deleted; only shifts sent to the facility are withdrawn.
    const isDraftOnly = action === 'withdraw' && states.every((status) => status === 'draft')
    return count === 0 || isDraftOnly ? [] : [{ action, count, states }]
  })
}

/** The actions for a single shift of a series: a question or a proposal concerns only that shift, and so does the answer. */
export const dayActions = (row: Pick<ShiftRow, 'status'>, party: Party | null): ShiftAction[] =>
  (['answer', 'accept_counter', 'decline_counter'] as const).filter((action) => mayDo(action, row, party))

/** What the facility asks, with the days on which it asks the same. */
export function distinctQuestions(
  questions: SeriesRow['questions'],
): { question: string; dates: PlainDate[] }[] {
  const byText = Map.groupBy(questions, ({ question }) => question?.trim() ?? '')
  return [...byText]
    .filter(([question]) => question !== '')
    .map(([question, asked]) => ({ question, dates: asked.map(({ date }) => date) }))
}

/** Names of statuses for counts, if the usual name does not fit. */
const several: Partial<Record<ShiftStatus, string>> = {
  needs_info: 'questions asked',
  countered: 'changes suggested',
}

/** "4 draft, 2 changes suggested, 8 published": in the order of a shift's life. */
export const statusesWords = ({ statuses }: Pick<SeriesRow, 'statuses'>): string =>
  (Object.keys(statusLabels) as ShiftStatus[])
    .filter((status) => statuses[status])
    .map((status) => {
      const count = statuses[status]!
      return `${count} ${(count === 1 ? undefined : several[status]) ?? statusLabels[status].toLowerCase()}`
    })
    .join(', ')
