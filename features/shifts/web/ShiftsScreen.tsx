import { Button } from '@mantine/core'
import {
  IconCalendarPlus,
  IconCopy,
  IconPencil,
  IconSchool,
  IconSend,
  IconTrash,
  IconWorld,
} from '@tabler/icons-react'
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { MAX_CHOSEN } from '#core/message-limits.ts'
import { addDays, todayHere } from '#core/plain-date.ts'
import { endStates } from '#core/shift-statuses.ts'
import { useMe, useSchoolId } from '#features/accounts/web/public.ts'
import { SchoolPicker } from '#features/role-views/web/public.ts'
import { messageOf } from '#platform/web/api.ts'
import type { Action } from '#platform/web/kit/actions.ts'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { useSearchParams } from '#platform/web/kit/use-search.ts'
import { idParam } from '#platform/web/search-params.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { useNavigateTo } from '#ui/Link.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { PrintButton } from '#ui/PrintButton.tsx'
import { toast } from '#ui/toast.ts'
import type { ShiftFilter, ShiftRow } from '../contract.ts'
import { BULK_AT_ONCE } from '../rules.ts'
import { type ShiftAction, isDangerous, labelOfAction } from './shift-actions.ts'
import { ShiftDrawer } from './dialogs.ts'
import { isEditable } from './is-editable.ts'
import { shifts, useCloneShift } from './queries.ts'
import { labelOf } from './shift-words.ts'
import type { ShiftColumn } from './ShiftTable.tsx'
import { type Offered, ShiftsView, ShiftViewTabs } from './ShiftsView.tsx'
import { useShiftActions } from './use-shift-actions.tsx'

/** Components of other features, passed in because those features depend on this one. */
type Parts = {
  Offered: Offered
  /** Writes to the students on these shifts. */
  MessageStudentsScreen: ComponentType<{
    shiftIds: string[] | undefined
    onClose: () => void
    onSent: (() => void) | undefined
  }>
}

/** The shifts that the user may see; schools plan them here (Spec §2: /shifts). */
export function ShiftsScreen(parts: Parts): ReactNode {
  const { role } = useMe()
  const isPlanner = ['superadmin', 'school_admin', 'school_super_admin'].includes(role)
  return isPlanner ? <PlannedShifts title="Shifts" {...parts} /> : <SeenShifts />
}

/** The shifts of the school that the superadmin works in (Spec §2: /admin/shifts). */
export function AdminShiftsScreen(parts: Parts): ReactNode {
  const me = useMe()
  return (
    <PlannedShifts
      {...parts}
      title={me.selected_school_name ? `Shifts of ${me.selected_school_name}` : 'Shifts'}
      toolbar={
        <Suspense>
          <SchoolPicker />
        </Suspense>
      }
    />
  )
}

const BulkEditDialog = lazyDialog(() => import('./BulkEditDialog.tsx').then((file) => file.BulkEditDialog), {
  rows: undefined,
})
const SubstituteDialog = lazy(() =>
  import('./SubstituteDialog.tsx').then((file) => ({ default: file.SubstituteDialog })),
)
const ChangeDay = lazy(() => import('./ChangeDay.tsx').then((file) => ({ default: file.ChangeDay })))

const inOrder = [
  'submit',
  'publish',
  'withdraw',
  'cancel',
  'remove',
  'postpone',
  'close',
] as const satisfies readonly ShiftAction[]
const bulk = ['submit', 'publish', 'withdraw', 'cancel', 'remove'] as const satisfies readonly ShiftAction[]
const isBulk = (shiftAction: ShiftAction): boolean => bulk.some((one) => one === shiftAction)
const icons: Partial<Record<ShiftAction, typeof IconSend>> = {
  submit: IconSend,
  publish: IconWorld,
  remove: IconTrash,
}
const keys: Partial<Record<ShiftAction, string>> = { submit: 's', publish: 'p' }

interface PlannedShiftsProps extends Parts {
  title: string
  toolbar?: ReactNode
}

function PlannedShifts(props: PlannedShiftsProps): ReactNode {
  const schoolId = useSchoolId()
  if (schoolId) return <OfSchool schoolId={schoolId} {...props} />
  return (
    <Page title={props.title} toolbar={props.toolbar} width="wide">
      <EmptyState
        icon={IconSchool}
        title="Which school?"
        description="Choose the school whose shifts you want to plan, or look at all shifts."
        action={<LinkButton href="/admin/all-shifts">All shifts</LinkButton>}
      />
    </Page>
  )
}

function OfSchool({
  title,
  toolbar,
  Offered,
  MessageStudentsScreen,
  schoolId,
}: PlannedShiftsProps & { schoolId: string }): ReactNode {
  const [{ plan }, setSearch] = useSearchParams({ plan: idParam })
  const [edited, edit] = useState<string | undefined>(plan && 'new')
  const [edits, editSeveral] = useState<{ rows: readonly ShiftRow[]; clear: (() => void) | undefined }>()
  const [written, write] = useState<{ ids: string[]; clear: (() => void) | undefined }>()
  const shiftAction = useShiftActions()
  const clone = useCloneShift()
  const navigate = useNavigateTo()
  const writeToAll = (filter: Partial<ShiftFilter>, clear: () => void) =>
    shifts.list
      .call({ ...filter, page_size: MAX_CHOSEN })
      .then(({ rows }) => write({ ids: rows.map(({ id }) => id), clear }))
      .catch((error: unknown) => toast.error('The shifts couldn’t be loaded', messageOf(error)))
  const planButton = (
    <Button leftSection={<IconCalendarPlus size={18} aria-hidden />} onClick={() => edit('new')}>
      Plan a shift
    </Button>
  )
  const cloneIt = async (row: ShiftRow) => {
    const { id } = await clone.mutateAsync({ id: row.id, new_id: crypto.randomUUID() })
    navigate(`/shift/${id}`)
  }
  const actions = useActions<ShiftRow>(
    [
      {
        id: 'edit',
        label: 'Edit',
        icon: IconPencil,
        key: 'e',
        isBulk: true,
        isOffered: isEditable,
        open: (rows, onDone) =>
          rows.length === 1 ? edit(rows[0]!.id) : editSeveral({ rows, clear: onDone }),
        most: BULK_AT_ONCE,
      },
      ...inOrder.map((one): Action<ShiftRow> => ({
        id: one,
        label: `${labelOfAction(one)}…`,
        ...(icons[one] && { icon: icons[one] }),
        ...(keys[one] && { key: keys[one] }),
        ...(isDangerous(one) && { danger: true }),
        isBulk: isBulk(one),
        isOffered: (row) => shiftAction.may(one, row),
        open: (rows, onDone) => shiftAction.ask(one, rows, onDone),
      })),
      {
        id: 'message',
        label: 'Message students',
        isBulk: true,
        isOffered: ({ seats_taken: taken }) => taken > 0,
        most: MAX_CHOSEN,
        open: (rows, onDone) => write({ ids: rows.map(({ id }) => id), clear: onDone }),
      },
      {
        id: 'copy',
        label: 'Copy',
        icon: IconCopy,
        isOffered: ({ status }) => !endStates.includes(status),
        run: cloneIt,
      },
      {
        id: 'resubmit',
        label: 'Copy and resubmit',
        icon: IconCopy,
        isOffered: ({ status }) => endStates.includes(status),
        run: cloneIt,
      },
    ],
    { nameOf: labelOf },
  )
  return (
    <>
      <Page
        title={title}
        width="wide"
        toolbar={toolbar}
        views={<ShiftViewTabs isPlanning Offered={Offered} schoolId={schoolId} />}
        hasFoldedActions
        actions={
          <>
            <Suspense>
              <SubstituteDialog schoolId={schoolId} />
              <ChangeDay date={addDays(todayHere(), 1)} within={{ school_id: schoolId }} />
            </Suspense>
            <PrintButton />
            {planButton}
          </>
        }
      >
        <ShiftsView
          within={{ school_id: schoolId }}
          Offered={Offered}
          actions={actions}
          allActions={(filter, total, clear) => [
            ...bulk.map((one) => (
              <Button
                key={one}
                size="xs"
                variant={isDangerous(one) ? 'default' : 'filled'}
                onClick={() => shiftAction.askAll(one, filter, total, clear)}
              >
                {`${labelOfAction(one)}…`}
              </Button>
            )),
            total <= MAX_CHOSEN && (
              <Button key="message" size="xs" onClick={() => void writeToAll(filter, clear)}>
                Message students
              </Button>
            ),
          ]}
          empty={{
            title: 'No shifts yet',
            description: 'Plan a clinical day or a weekly series. Only your school sees drafts.',
            icon: IconCalendarPlus,
            action: planButton,
          }}
        />
      </Page>
      <ShiftDrawer
        shift={edited}
        schoolId={schoolId}
        unitId={plan}
        onClose={() => {
          edit(undefined)
          if (plan) setSearch({ plan: undefined })
        }}
      />
      <MessageStudentsScreen
        shiftIds={written?.ids}
        onClose={() => write(undefined)}
        onSent={written?.clear}
      />
      <BulkEditDialog rows={edits?.rows} onClose={() => editSeveral(undefined)} onDone={edits?.clear} />
      {shiftAction.dialog}
    </>
  )
}

const seenColumns: Record<string, readonly ShiftColumn[]> = {
  facility_admin: ['when', 'school', 'shift', 'location', 'state', 'now', 'seats', 'instructor'],
  proctor: ['when', 'shift', 'location', 'state', 'seats'],
  student: ['when', 'shift', 'location', 'state', 'seats', 'instructor'],
}

/** The read-only list for students, instructors and facilities. */
function SeenShifts(): ReactNode {
  const { role } = useMe()
  const [title, description] =
    role === 'student'
      ? ['Shifts', 'Published shifts of your school and those you are on.']
      : role === 'proctor'
        ? ['Shifts', 'The shifts that you teach.']
        : ['Shifts', 'Requests for your units']
  return (
    <Page
      title={title!}
      description={description}
      width="wide"
      views={<ShiftViewTabs />}
      actions={<PrintButton />}
    >
      <ShiftsView
        {...(seenColumns[role] && { columns: seenColumns[role] })}
        empty={{ title: 'No shifts yet', description: 'Your shifts appear here.' }}
      />
    </Page>
  )
}
