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
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { addDays, todayHere } from '#core/plain-date.ts'
import { useMe, useSchoolId } from '#features/accounts/web/public.ts'
import { SchoolPicker } from '#features/role-views/web/public.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { useNavigateTo } from '#ui/Link.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { PrintButton } from '#ui/PrintButton.tsx'
import type { RowAction } from '#ui/RowActions.tsx'
import type { ShiftRow } from '../contract.ts'
import { endStates } from '../rules.ts'
import { type Deed, deeds } from './deeds.ts'
import { ShiftDrawer } from './dialogs.ts'
import { useCloneShift } from './queries.ts'
import type { ShiftColumn } from './ShiftTable.tsx'
import { type Offered, ShiftsView } from './ShiftsView.tsx'
import { useDeeds } from './use-deeds.tsx'

/** The shifts that somebody may see; the school plans them here (Spec §2: /shifts). */
export function ShiftsScreen({ Offered }: { Offered: Offered }): ReactNode {
  const { role } = useMe()
  const isPlanner = ['superadmin', 'school_admin', 'school_super_admin'].includes(role)
  return isPlanner ? <PlannedShifts title="Shifts" Offered={Offered} /> : <SeenShifts />
}

/** The shifts of the school that the superadmin works in (Spec §2: /admin/shifts). */
export function AdminShiftsScreen({ Offered }: { Offered: Offered }): ReactNode {
  const me = useMe()
  return (
    <PlannedShifts
      Offered={Offered}
      title={me.selected_school_name ? `Shifts of ${me.selected_school_name}` : 'Shifts'}
      toolbar={
        <Suspense>
          <SchoolPicker />
        </Suspense>
      }
    />
  )
}

const CancelDay = lazy(() => import('./CancelDay.tsx').then((file) => ({ default: file.CancelDay })))

const bulk = ['submit', 'publish', 'withdraw', 'cancel', 'remove'] as const satisfies readonly Deed[]
const icons: Partial<Record<Deed, typeof IconSend>> = {
  submit: IconSend,
  publish: IconWorld,
  remove: IconTrash,
}

interface PlannedShiftsProps {
  title: string
  toolbar?: ReactNode
  Offered: Offered
}

function PlannedShifts({ title, toolbar, Offered }: PlannedShiftsProps): ReactNode {
  const schoolId = useSchoolId()
  const [edited, edit] = useState<string>()
  const deed = useDeeds()
  const clone = useCloneShift()
  const navigate = useNavigateTo()
  if (!schoolId)
    return (
      <Page title={title} toolbar={toolbar} width="wide">
        <EmptyState
          icon={IconSchool}
          title="Which school?"
          description="Choose the school whose shifts you want to plan, or look at all shifts."
          action={<LinkButton href="/admin/all-shifts">All shifts</LinkButton>}
        />
      </Page>
    )
  const planButton = (
    <Button leftSection={<IconCalendarPlus size={18} aria-hidden />} onClick={() => edit('new')}>
      Plan a shift
    </Button>
  )
  const cloneIt = async (row: ShiftRow) => {
    const { id } = await clone.mutateAsync({ id: row.id, new_id: crypto.randomUUID() })
    navigate(`/shift/${id}`)
  }
  const rowActions = (row: ShiftRow): RowAction<ShiftRow>[] => [
    ...(['draft', 'pending_facility', 'needs_info', 'approved', 'published', 'full', 'postponed'].includes(
      row.status,
    )
      ? [{ label: 'Edit', icon: IconPencil, onClick: ({ id }: ShiftRow) => edit(id) }]
      : []),
    ...([...bulk, 'postpone', 'close'] as const)
      .filter((one) => deed.may(one, row))
      .map((one) => ({
        label: `${deeds[one].label}…`,
        ...(icons[one] && { icon: icons[one] }),
        ...(deeds[one].danger && { danger: true }),
        onClick: (of: ShiftRow) => deed.ask(one, [of]),
      })),
    {
      label: endStates.includes(row.status) ? 'Copy and resubmit' : 'Copy',
      icon: IconCopy,
      onClick: (of) => void cloneIt(of).catch(() => undefined),
    },
  ]
  return (
    <>
      <Page
        title={title}
        description="Plan shifts, request them from facilities, and fill seats."
        width="wide"
        toolbar={toolbar}
        actions={
          <>
            <Suspense>
              <CancelDay date={addDays(todayHere(), 1)} within={{ school_id: schoolId }} />
            </Suspense>
            <PrintButton />
            {planButton}
          </>
        }
      >
        <ShiftsView
          within={{ school_id: schoolId }}
          Offered={Offered}
          rowActions={rowActions}
          bulkActions={(selected, clear, all) =>
            bulk.map((one) => {
              if (all)
                return (
                  <Button
                    key={one}
                    size="xs"
                    variant={deeds[one].danger ? 'default' : 'filled'}
                    onClick={() => deed.askAll(one, all.filter, all.total, clear)}
                  >
                    {`${deeds[one].label}…`}
                  </Button>
                )
              const fitting = selected.filter((row) => deed.may(one, row))
              return fitting.length === 0 ? null : (
                <Button
                  key={one}
                  size="xs"
                  variant={deeds[one].danger ? 'default' : 'filled'}
                  onClick={() => deed.ask(one, fitting, clear)}
                >
                  {`${deeds[one].label} ${fitting.length}`}
                </Button>
              )
            })
          }
          empty={{
            title: 'No shift yet',
            description: 'Plan a clinical day or a weekly series. A draft is seen by your school alone.',
            icon: IconCalendarPlus,
            action: planButton,
          }}
        />
      </Page>
      <ShiftDrawer shift={edited} schoolId={schoolId} onClose={() => edit(undefined)} />
      {deed.dialog}
    </>
  )
}

const seenColumns: Record<string, readonly ShiftColumn[]> = {
  facility_admin: ['when', 'school', 'shift', 'place', 'state', 'now', 'seats', 'instructor'],
  proctor: ['when', 'shift', 'place', 'state', 'seats'],
  student: ['when', 'shift', 'place', 'state', 'seats', 'instructor'],
}

/** What students, instructors and facilities see: to be read and opened. */
function SeenShifts(): ReactNode {
  const { role } = useMe()
  const [title, description] =
    role === 'student'
      ? ['Shifts', 'Published shifts of your school and those you are on.']
      : role === 'proctor'
        ? ['Shifts', 'The shifts that you teach.']
        : ['Shifts', 'Requests for your units']
  return (
    <Page title={title!} description={description} width="wide" actions={<PrintButton />}>
      <ShiftsView
        {...(seenColumns[role] && { columns: seenColumns[role] })}
        empty={{ title: 'No shift yet', description: 'Your shifts appear here.' }}
      />
    </Page>
  )
}
