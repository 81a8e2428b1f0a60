import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Semester } from '../contract.ts'
import { useSemesterActions } from './use-semester-actions.ts'

// Each is loaded when it is first opened; the list works without them.
const SemesterDrawer = lazy(() => import('./SemesterDrawer.tsx').then((m) => ({ default: m.SemesterDrawer })))
const CopyDialog = lazy(() => import('./CopyDialog.tsx').then((m) => ({ default: m.CopyDialog })))
const DetailsDrawer = lazy(() => import('./DetailsDrawer.tsx').then((m) => ({ default: m.DetailsDrawer })))
const RemoveDialog = lazy(() => import('./RemoveDialog.tsx').then((m) => ({ default: m.RemoveDialog })))

type Open = { what: 'create' } | { what: 'edit' | 'copy' | 'remove'; semester: Semester }

type DialogsOptions = {
  /** The school of a new semester; null lets the superadmin choose. */
  schoolId: string | null
  /** The semester whose details are open, from the address, and how to change that. */
  details: string | undefined
  onDetails: (id: string | undefined) => void
  /** The form of a new semester is open at first, as from the setup checklist. */
  isCreating?: boolean
  /** When a dialog closes. */
  onClosed?: () => void
  /** The school's other semesters, if known, to warn of overlaps. */
  all: readonly Semester[] | undefined
}

/** All actions on a semester, the same for both lists, and the dialogs they open. */
export function useSemesterDialogs<Row extends Semester>({
  schoolId,
  details,
  onDetails,
  isCreating = false,
  onClosed,
  all = [],
}: DialogsOptions) {
  const [open, setOpen] = useState<Open | undefined>(isCreating ? { what: 'create' } : undefined)
  const close = () => {
    setOpen(undefined)
    onClosed?.()
  }
  const edit = (semester: Semester) => setOpen({ what: 'edit', semester })
  const copy = (semester: Semester) => setOpen({ what: 'copy', semester })
  const { actions, activate } = useSemesterActions<Row>({
    onDetails: ({ id }) => onDetails(id),
    onEdit: edit,
    onCopy: copy,
    onRemove: (semester) => setOpen({ what: 'remove', semester }),
    all,
  })

  const dialogs: ReactNode = (
    <Suspense>
      {details && !open && (
        <DetailsDrawer
          key={details}
          id={details}
          onClose={() => onDetails(undefined)}
          onEdit={edit}
          onCopy={copy}
        />
      )}
      {open?.what === 'create' && <SemesterDrawer schoolId={schoolId} onClose={close} />}
      {open?.what === 'edit' && (
        <SemesterDrawer id={open.semester.id} schoolId={open.semester.school_id} onClose={close} />
      )}
      {open?.what === 'copy' && (
        <CopyDialog
          source={open.semester}
          onClose={close}
          onCopied={({ id }) => {
            close()
            onDetails(id)
          }}
        />
      )}
      {open?.what === 'remove' && <RemoveDialog semester={open.semester} onClose={close} />}
    </Suspense>
  )
  return { actions, activate, dialogs, create: () => setOpen({ what: 'create' }), edit, copy }
}
