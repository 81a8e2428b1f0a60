import { type ReactNode, useState } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import type { ShiftRow } from '../contract.ts'
import { type Deed, mayDo, type Side } from './deeds.ts'

const DeedDialog = lazyDialog(() => import('./DeedDialog.tsx').then((file) => file.DeedDialog), {
  deed: undefined,
})

type Asked = { deed: Deed; shifts: readonly ShiftRow[]; onDone?: (() => void) | undefined }

/** For which side the signed-in person acts on shifts of a list; null where they only read. */
export function useSide(): Side | null {
  const { role } = useMe()
  if (role === 'superadmin') return 'platform'
  if (role === 'school_admin' || role === 'school_super_admin') return 'school'
  return role === 'facility_admin' ? 'facility' : null
}

/** What can be done with shifts, and the one dialog that asks for it. */
export function useDeeds(given?: Side | null) {
  const me = useMe()
  const own = useSide()
  const side = given === undefined ? own : given
  const [asked, ask] = useState<Asked>()
  const dialog: ReactNode = (
    <DeedDialog
      deed={asked?.deed}
      shifts={asked?.shifts ?? []}
      side={side ?? 'school'}
      onClose={() => ask(undefined)}
      onDone={asked?.onDone}
    />
  )
  return {
    side,
    dialog,
    may: (deed: Deed, row: ShiftRow) => mayDo(deed, row, side, me.role === 'school_super_admin'),
    ask: (deed: Deed, shifts: readonly ShiftRow[], onDone?: () => void) => ask({ deed, shifts, onDone }),
  }
}
