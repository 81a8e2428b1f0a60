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
import { useMe } from '#features/accounts/web/public.ts'
import type { Action } from '#platform/web/kit/actions.ts'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import type { Semester } from '../contract.ts'
import { whyNot } from '../messages.ts'
import { changeBlocker, closeBlocker, reopenBlocker } from '../rules.ts'
import {
  useArchiveSemester,
  useCloseSemester,
  useReopenSemester,
  useRestoreSemester,
  useUpdateSemester,
} from './queries.ts'
import { activation, archiving, deactivation, reopening } from './semester-questions.tsx'

type ActionsOptions = {
  onDetails: (semester: Semester) => void
  onEdit: (semester: Semester) => void
  onCopy: (semester: Semester) => void
  onRemove: (semester: Semester) => void
  /** The school's other semesters, if known, to warn of overlaps. */
  all: readonly Semester[]
}

/** None of the actions is done to several semesters at once. */
const ofOne =
  <Result>(act: (semester: Semester) => Result) =>
  ([semester]: readonly Semester[]): Result | undefined =>
    semester && act(semester)

const isArchived = ({ lifecycle }: Semester): boolean => lifecycle === 'archived'

/** All actions on a semester, the same for both lists; `activate` asks and starts that one. */
export function useSemesterActions<Row extends Semester>(options: ActionsOptions) {
  const { onDetails, onEdit, onCopy, onRemove, all } = options
  const { role } = useMe()
  const update = useUpdateSemester()
  const reopen = useReopenSemester()
  const close = useCloseSemester()
  const archive = useArchiveSemester()
  const restore = useRestoreSemester()
  const setActive = (semester: Semester, is_active: boolean) => {
    const { id, version, name, start_date, end_date, semester_type, academic_year, settings } = semester
    const fields = { name, start_date, end_date, semester_type, academic_year, settings, is_active }
    return update.mutateAsync({ id, version, ...fields })
  }

  const activate: Action<Row> = {
    id: 'activate',
    label: 'Activate',
    icon: IconCircleCheck,
    isOffered: (semester) => !isArchived(semester) && !semester.is_active,
    ask: ofOne((semester) => activation(semester, all)),
    run: (semester) => setActive(semester, true),
    tellsFailure: true,
  }
  const kit = useActions<Row>(
    [
      { id: 'details', label: 'Details and copies', icon: IconInfoCircle, open: ofOne(onDetails) },
      {
        id: 'edit',
        label: 'Edit',
        icon: IconPencil,
        key: 'e',
        open: ofOne(onEdit),
        blocker: (semester) => whyNot(changeBlocker(semester)),
      },
      { id: 'copy', label: 'Copy', icon: IconCopy, open: ofOne(onCopy) },
      {
        id: 'reopen',
        label: 'Reopen',
        icon: IconLockOpen,
        isOffered: ({ lifecycle }) => lifecycle === 'closed',
        blocker: ({ lifecycle }) => whyNot(reopenBlocker(role, lifecycle)),
        ask: ofOne(reopening),
        run: ({ id, version }, { reason, tick }) => reopen.mutateAsync({ id, version, reason, ...tick }),
        tellsFailure: true,
      },
      {
        id: 'close',
        label: 'Close again',
        icon: IconLock,
        isOffered: ({ lifecycle, reopened }) => lifecycle === 'grading' && reopened !== null,
        blocker: ({ reopened }) => whyNot(closeBlocker(role, reopened !== null)),
        run: ({ id, version }) => close.mutateAsync({ id, version }),
        tellsFailure: true,
      },
      {
        id: 'archive',
        label: 'Archive',
        icon: IconArchive,
        isOffered: ({ lifecycle }) => lifecycle === 'closed',
        ask: ofOne(archiving),
        run: ({ id, version }) => archive.mutateAsync({ id, version }),
        tellsFailure: true,
        done: () => 'Semester archived successfully',
        undo: ({ id }, result) => restore.mutateAsync({ id, version: (result as Semester).version }),
      },
      {
        id: 'restore',
        label: 'Restore',
        icon: IconArchiveOff,
        isOffered: isArchived,
        run: ({ id, version }) => restore.mutateAsync({ id, version }),
        tellsFailure: true,
      },
      {
        id: 'deactivate',
        label: 'Deactivate',
        icon: IconCircleDashed,
        isOffered: (semester) => !isArchived(semester) && semester.is_active,
        ask: ofOne(deactivation),
        run: (semester) => setActive(semester, false),
        tellsFailure: true,
      },
      activate,
      { id: 'remove', label: 'Delete', icon: IconTrash, danger: true, open: ofOne(onRemove) },
    ],
    { nameOf: ({ name }) => name },
  )
  return { actions: kit, activate: (semester: Row) => kit.start(activate, [semester]) }
}
