import { type ReactNode, useState } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import type { BulkAction, Outcome, ShiftFilter, ShiftRow } from '../contract.ts'
import { BULK_AT_ONCE, isBulkAction } from '../rules.ts'
import type { BulkRequest } from './BulkDialog.tsx'
import { type ShiftAction, mayDo, type Party } from './shift-actions.ts'

const ShiftActionDialog = lazyDialog(
  () => import('./ShiftActionDialog.tsx').then((file) => file.ShiftActionDialog),
  {
    action: undefined,
  },
)

const BulkDialog = lazyDialog(() => import('./BulkDialog.tsx').then((file) => file.BulkDialog), {
  request: undefined,
})

type Asked = {
  action: ShiftAction
  shifts: readonly ShiftRow[]
  onDone?: (() => void) | undefined
  refused?: readonly Outcome[] | undefined
}

/** The user's party for actions on a list of shifts; null if they can only read. */
export function useParty(): Party | null {
  const { role } = useMe()
  if (role === 'superadmin') return 'platform'
  if (role === 'school_admin' || role === 'school_super_admin') return 'school'
  return role === 'facility_admin' ? 'facility' : null
}

/** The actions on shifts, and the one dialog for them. */
export function useShiftActions(given?: Party | null) {
  const me = useMe()
  const own = useParty()
  const party = given === undefined ? own : given
  const [asked, ask] = useState<Asked>()
  const [bulk, askBulk] = useState<{ request: BulkRequest; onDone?: (() => void) | undefined }>()
  const dialog: ReactNode = (
    <>
      <BulkDialog
        request={bulk?.request}
        party={party ?? 'school'}
        onClose={() => askBulk(undefined)}
        onDone={bulk?.onDone}
      />
      <ShiftActionDialog
        action={asked?.action}
        shifts={asked?.shifts ?? []}
        party={party ?? 'school'}
        onClose={() => ask(undefined)}
        onDone={asked?.onDone}
        refused={asked?.refused}
      />
    </>
  )
  return {
    party,
    dialog,
    may: (action: ShiftAction, row: ShiftRow) => mayDo(action, row, party, me.role === 'school_super_admin'),
    /** A few shifts run immediately; more become a job with a trial first. `refused` says why the action failed for them just now. */
    ask: (
      action: ShiftAction,
      shifts: readonly ShiftRow[],
      onDone?: () => void,
      refused?: readonly Outcome[],
    ) => {
      if (shifts.length <= BULK_AT_ONCE || !isBulkAction(action))
        return ask({ action, shifts, onDone, refused })
      const selection = {
        kind: 'shifts' as const,
        shifts: shifts.map(({ id, version }) => ({ id, version })),
      }
      askBulk({ request: { action: action, selection, count: shifts.length }, onDone })
    },
    /** Acts on all shifts that match a filter. */
    askAll: (
      action: BulkAction,
      filter: Partial<ShiftFilter>,
      count: number,
      onDone?: () => void,
      chosen?: BulkRequest['chosen'],
    ) => {
      const { sort: _sort, dir: _dir, ...found } = filter
      askBulk({
        request: {
          action,
          selection: { kind: 'filter', filter: found as never },
          count,
          ...(chosen && { chosen }),
        },
        onDone,
      })
    },
  }
}
