import {
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
import { confirm } from '#ui/confirm.tsx'
import type { RowAction } from '#ui/RowActions.tsx'
import type { Semester } from '../contract.ts'
import { overlapMessage, overlapsOf, reopenObstacle } from '../rules.ts'
import { RemoveDialog } from './RemoveDialog.tsx'
import { useCloseSemester, useReopenSemester, useRestoreSemester, useUpdateSemester } from './queries.ts'

// Each is loaded when it is opened first: the list stands without them.
const SemesterDrawer = lazy(() => import('./SemesterDrawer.tsx').then((m) => ({ default: m.SemesterDrawer })))
const CopyDialog = lazy(() => import('./CopyDialog.tsx').then((m) => ({ default: m.CopyDialog })))
const DetailsDrawer = lazy(() => import('./DetailsDrawer.tsx').then((m) => ({ default: m.DetailsDrawer })))

type Open = { what: 'create' } | { what: 'edit' | 'copy' | 'remove'; semester: Semester }

type DialogsOptions = {
  /** The school of a new semester; null lets the superadmin choose. */
  schoolId: string | null
  /** Which semester's details are open, by the address, and how to change that. */
  details: string | undefined
  onDetails: (id: string | undefined) => void
  /** The other semesters of the school, where they are known: to warn of overlaps. */
  all?: readonly Semester[] | undefined
}

/** Everything that can be done with a semester, the same from both lists: its actions, and the dialogs they open. */
export function useSemesterDialogs({ schoolId, details, onDetails, all }: DialogsOptions) {
  const [open, setOpen] = useState<Open>()
  const update = useUpdateSemester()
  const restore = useRestoreSemester()
  const reopening = useReopenSemester()
  const closing = useCloseSemester()
  const { role } = useMe()
  const close = () => setOpen(undefined)
  const edit = (semester: Semester) => setOpen({ what: 'edit', semester })
  const copy = (semester: Semester) => setOpen({ what: 'copy', semester })

  async function setActive(semester: Semester, is_active: boolean): Promise<void> {
    const answer = await confirm(is_active ? activation(semester, all ?? []) : deactivation(semester))
    if (!answer) return
    const { id, version, name, start_date, end_date, semester_type, academic_year, settings } = semester
    update.mutate({
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

  async function reopen({ id, version, name }: Semester): Promise<void> {
    const answer = await confirm({
      title: `Reopen ${name}?`,
      body: 'Hours and grades can be corrected again until you close it. Everyone who opens it sees that it was reopened, and why.',
      confirmLabel: 'Reopen semester',
      reason: {
        label: 'Reason',
        required: true,
        minLength: 10,
        placeholder: 'Two clinical days were recorded on the wrong dates.',
      },
    })
    if (answer) reopening.mutate({ id, version, reason: answer.reason!, ...answer.tick })
  }

  /** The way between closed and grading, where it stands open: others read why it does not. */
  const reopeningOf = ({ lifecycle, reopened }: Semester): RowAction<Semester>[] => {
    if (lifecycle === 'closed')
      return [
        {
          label: 'Reopen',
          icon: IconLockOpen,
          onClick: (row) => void reopen(row),
          disabled: () => reopenObstacle(role, lifecycle) ?? false,
        },
      ]
    if (lifecycle !== 'grading' || !reopened) return []
    return [
      {
        label: 'Close again',
        icon: IconLock,
        onClick: ({ id, version }) => closing.mutate({ id, version }),
        disabled: () => reopenObstacle(role, 'closed') ?? false,
      },
    ]
  }

  const isArchived = ({ lifecycle }: Semester) => lifecycle === 'archived' && 'Restore it first.'
  const actionsOf = (semester: Semester): RowAction<Semester>[] => [
    { label: 'Details and copies', icon: IconInfoCircle, onClick: ({ id }) => onDetails(id) },
    { label: 'Edit', icon: IconPencil, onClick: edit, disabled: isArchived },
    { label: 'Copy', icon: IconCopy, onClick: copy },
    ...reopeningOf(semester),
    semester.lifecycle === 'archived'
      ? {
          label: 'Restore',
          icon: IconArchiveOff,
          onClick: ({ id, version }) => restore.mutate({ id, version }),
        }
      : semester.is_active
        ? {
            label: 'Deactivate',
            icon: IconCircleDashed,
            onClick: (row) => void setActive(row, false),
          }
        : { label: 'Activate', icon: IconCircleCheck, onClick: (row) => void setActive(row, true) },
    {
      label: 'Delete',
      icon: IconTrash,
      danger: true,
      onClick: (row) => setOpen({ what: 'remove', semester: row }),
    },
  ]

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

  return { actionsOf, dialogs, create: () => setOpen({ what: 'create' }), edit, copy }
}

function activation(semester: Semester, all: readonly Semester[]) {
  const others = all.filter(({ school_id }) => school_id === semester.school_id)
  const overlap = overlapMessage(overlapsOf({ ...semester, is_active: true }, others))
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
