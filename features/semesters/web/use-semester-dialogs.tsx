import {
  IconArchive,
  IconArchiveOff,
  IconCircleCheck,
  IconCircleDashed,
  IconCopy,
  IconInfoCircle,
  IconLock,
  IconLockOpen,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import type { Action } from '#platform/web/kit/actions.ts'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import type { Semester } from '../contract.ts'
import { overlapText, whyNot } from '../messages.ts'
import { overlapsOf, reopenBlocker } from '../rules.ts'
import { RemoveDialog } from './RemoveDialog.tsx'
import {
  useArchiveSemester,
  useCloseSemester,
  useReopenSemester,
  useRestoreSemester,
  useUpdateSemester,
} from './queries.ts'

// Each is loaded when it is first opened; the list works without them.
const SemesterDrawer = lazy(() => import('./SemesterDrawer.tsx').then((m) => ({ default: m.SemesterDrawer })))
const CopyDialog = lazy(() => import('./CopyDialog.tsx').then((m) => ({ default: m.CopyDialog })))
const Archiving = lazy(() => import('./Archiving.tsx').then((m) => ({ default: m.Archiving })))
const DetailsDrawer = lazy(() => import('./DetailsDrawer.tsx').then((m) => ({ default: m.DetailsDrawer })))

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
  all?: readonly Semester[] | undefined
}

/** All actions on a semester, the same for both lists, and the dialogs they open. */
export function useSemesterDialogs<Row extends Semester>({
  schoolId,
  details,
  onDetails,
  isCreating = false,
  onClosed,
  all,
}: DialogsOptions) {
  const [open, setOpen] = useState<Open | undefined>(isCreating ? { what: 'create' } : undefined)
  const update = useUpdateSemester()
  const restore = useRestoreSemester()
  const reopening = useReopenSemester()
  const closing = useCloseSemester()
  const archiving = useArchiveSemester()
  const { role } = useMe()
  const close = () => {
    setOpen(undefined)
    onClosed?.()
  }
  const edit = (semester: Semester) => setOpen({ what: 'edit', semester })
  const copy = (semester: Semester) => setOpen({ what: 'copy', semester })

  const setActive = (semester: Semester, is_active: boolean) => {
    const { id, version, name, start_date, end_date, semester_type, academic_year, settings } = semester
    return update.mutateAsync({
      id,
      version,
      name,
      start_date,
      end_date,
      semester_type,
      academic_year,
      settings,
      is_active,
    })
  }
  const activate: Action<Row> = {
    id: 'activate',
    label: 'Activate',
    icon: IconCircleCheck,
    isOffered: ({ lifecycle, is_active }) => lifecycle !== 'archived' && !is_active,
    ask: ([semester]) => activation(semester!, all ?? []),
    run: (semester) => setActive(semester, true),
    tellsFailure: true,
  }
  const actions = useActions<Row>(
    [
      {
        id: 'details',
        label: 'Details and copies',
        icon: IconInfoCircle,
        open: ([semester]) => onDetails(semester!.id),
      },
      {
        id: 'edit',
        label: 'Edit',
        icon: IconPencil,
        key: 'e',
        open: ([semester]) => edit(semester!),
        blocker: ({ lifecycle }) => lifecycle === 'archived' && 'Restore it first.',
      },
      { id: 'copy', label: 'Copy', icon: IconCopy, open: ([semester]) => copy(semester!) },
      {
        id: 'reopen',
        label: 'Reopen',
        icon: IconLockOpen,
        isOffered: ({ lifecycle }) => lifecycle === 'closed',
        blocker: ({ lifecycle }) => whyNot(reopenBlocker(role, lifecycle)),
        ask: ([semester]) => ({
          title: `Reopen ${semester!.name}?`,
          body: 'Hours and grades can be corrected again until you close it. Everyone who opens it sees that it was reopened, and why.',
          confirmLabel: 'Reopen semester',
          reason: { label: 'Reason', isRequired: true, minLength: 10 },
        }),
        run: ({ id, version }, { reason, tick }) => reopening.mutateAsync({ id, version, reason, ...tick }),
        tellsFailure: true,
      },
      {
        id: 'close',
        label: 'Close again',
        icon: IconLock,
        isOffered: ({ lifecycle, reopened }) => lifecycle === 'grading' && reopened !== null,
        blocker: () => whyNot(reopenBlocker(role, 'closed')),
        run: ({ id, version }) => closing.mutateAsync({ id, version }),
        tellsFailure: true,
      },
      {
        id: 'archive',
        label: 'Archive',
        icon: IconArchive,
        isOffered: ({ lifecycle }) => lifecycle === 'closed',
        ask: ([semester]) => ({
          title: `Archive ${semester!.name}?`,
          body: (
            <Suspense>
              <Archiving id={semester!.id} />
            </Suspense>
          ),
          confirmLabel: 'Archive semester',
        }),
        run: ({ id, version }) => archiving.mutateAsync({ id, version }),
        tellsFailure: true,
      },
      {
        id: 'restore',
        label: 'Restore',
        icon: IconArchiveOff,
        isOffered: ({ lifecycle }) => lifecycle === 'archived',
        run: ({ id, version }) => restore.mutateAsync({ id, version }),
        tellsFailure: true,
      },
      {
        id: 'deactivate',
        label: 'Deactivate',
        icon: IconCircleDashed,
        isOffered: ({ lifecycle, is_active }) => lifecycle !== 'archived' && is_active,
        ask: ([semester]) => deactivation(semester!),
        run: (semester) => setActive(semester, false),
        tellsFailure: true,
      },
      activate,
      {
        id: 'remove',
        label: 'Delete',
        icon: IconTrash,
        danger: true,
        open: ([semester]) => setOpen({ what: 'remove', semester: semester! }),
      },
    ],
    { nameOf: ({ name }) => name },
  )

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

  return {
    actions,
    dialogs,
    create: () => setOpen({ what: 'create' }),
    edit,
    copy,
    activate: (semester: Row) => actions.start(activate, [semester]),
  }
}

function activation(semester: Semester, all: readonly Semester[]) {
  const others = all.filter(({ school_id }) => school_id === semester.school_id)
  const overlap = overlapText(overlapsOf({ ...semester, is_active: true }, others))
  return {
    title: `Activate ${semester.name}?`,
    body: ['Students and proctors see it at once.', overlap].filter(Boolean).join(' '),
    confirmLabel: 'Activate',
  }
}

function deactivation({ name }: Semester) {
  return {
    title: `Deactivate ${name}?`,
    body: 'Students and proctors no longer see it, and it can’t be selected. Nothing in it is lost.',
    confirmLabel: 'Deactivate',
  }
}
