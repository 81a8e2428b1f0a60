import type { ReactNode } from 'react'
import { ChangeList } from '#ui/ChangesSince.tsx'
import { conflictOf } from '#ui/versions.ts'
import type { Outcome, ShiftDetail, ShiftRow } from '../contract.ts'
import { statusLabels } from '../rules.ts'
import { isChangeAnswer, type ShiftAction, mayDo, type Party } from './shift-actions.ts'

/** True if the action is still possible for the shift as it is now; a change can be answered only while it is requested. */
export function isStillPossible(
  action: ShiftAction,
  row: ShiftRow,
  party: Party,
  isSchoolSuper: boolean,
): boolean {
  return isChangeAnswer(action) ? row.has_change : mayDo(action, row, party, isSchoolSuper)
}

/** The outcome of a command on one shift that someone else changed first; undefined for other refusals. */
export function outcomeOf(error: unknown, sent: ShiftRow): Outcome | undefined {
  const met = conflictOf<ShiftDetail>(error)
  if (!met) return undefined
  return {
    id: sent.id,
    ok: false,
    message: (error as Error).message,
    reason: 'version',
    conflict: {
      kind: 'version',
      sent_version: sent.version,
      current: met.current,
      changes: [...met.changes] as NonNullable<Outcome['conflict']>['changes'],
    },
  }
}

/** Explains that the shift's new status no longer allows the action. */
export const noLongerPossible = ({ status }: Pick<ShiftRow, 'status'>): string =>
  `It is ${statusLabels[status].toLowerCase()} now, so this is no longer possible.`

/** Below a refused shift: the reason, or who changed it in the meantime and whether the action is still possible. */
export function Refusal({ outcome, isPossible }: { outcome: Outcome; isPossible: boolean }): ReactNode {
  const { conflict } = outcome
  if (!conflict) return outcome.message
  return (
    <>
      <ChangeList changes={conflict.changes} />
      {isPossible
        ? 'Nothing was done. Check its current status; the button below acts on that.'
        : `Nothing was done. ${noLongerPossible(conflict.current)}`}
    </>
  )
}
