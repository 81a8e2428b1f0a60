import { Text } from '@mantine/core'
import { IconArrowsExchange, IconMailForward, IconShieldQuestion, IconUserMinus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { useSchoolId } from '#features/accounts/web/public.ts'
import { levelLabels } from '#features/cohorts/rules.ts'
import { leaveBadge } from '#features/leaves/rules.ts'
import { ChangeStudentsDialog, cohorts } from '#features/cohorts/web/public.ts'
import { useAskForRelease } from '#features/privacy/web/public.ts'
import type { Action } from '#platform/web/kit/actions.ts'
import { choice, type Filters, oneOf, searchText, tabs } from '#platform/web/kit/filters.ts'
import { List } from '#platform/web/kit/List.tsx'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import type { Column } from '#ui/DataTable.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { Link } from '#ui/Link.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import { toast } from '#ui/toast.ts'
import type { StudentFilter, StudentRow, StudentStatus } from '../contract.ts'
import {
  askBlocker,
  creditedWords,
  moveBlocker,
  openCredentialNames,
  locationOf,
  resendBlocker,
  studentSorts,
  studentStatusLabels,
} from '../rules.ts'
import { students, useExportStudents } from './queries.ts'
import { StudentClearance } from './StudentClearance.tsx'
import { StudentHours } from './StudentHours.tsx'

const ResendDialog = lazyDialog(() => import('./ResendDialog.tsx').then((m) => m.ResendDialog), {
  opened: false,
})

const statuses = Object.keys(studentStatusLabels) as StudentStatus[]
const cohort = oneOf('Cohort', 'All cohorts')
const filters: Filters<StudentFilter> = {
  q: searchText('Search students'),
  cohort: { ...cohort, read: (text) => (text === 'none' ? text : cohort.read(text)) },
  program: oneOf('Program', 'All programs'),
  level: choice('Level', 'All levels', levelLabels),
  leave: choice('Leave', 'Leave: any', { now: 'On leave', planned: 'Leave planned' }, { isRare: true }),
  next: choice('Next shift', 'Next shift: any', { none: 'No upcoming shift' }, { isRare: true }),
  release: choice('Release', 'Release: any', { none: 'No release' }, { isRare: true }),
  status: tabs('Status', 'All', studentStatusLabels),
}
/** Maximum number of students selected at once. */
const MAX_STUDENTS = 2_000

/** A school's students and invitations, filtered by cohort, program, level and status; many can be moved, removed or invited at once. */
export function StudentsView({ empty }: Pick<ComponentProps<typeof List>, 'empty'>): ReactNode {
  const schoolId = useSchoolId()
  const list = useList(filters, { sorts: studentSorts })
  const query = useQuery({
    ...students.list.queryOptions({ input: { ...list.shown, page: list.page } }),
    placeholderData: keepPreviousData,
  })
  const choices = useQuery({ ...cohorts.list.queryOptions({ input: {} }), enabled: schoolId !== null })
  const download = useExportStudents()
  const ask = useAskForRelease()
  const [doing, setDoing] = useState<{
    what: 'move' | 'end' | 'resend'
    rows: readonly StudentRow[]
    onDone?: (() => void) | undefined
  }>()
  const opens =
    (what: NonNullable<typeof doing>['what']): NonNullable<Action<StudentRow>['open']> =>
    (rows, onDone) =>
      setDoing({ what, rows, onDone })
  const actions = useActions<StudentRow>(
    [
      {
        id: 'move',
        label: 'Move to a cohort',
        icon: IconArrowsExchange,
        key: 'm',
        isBulk: true,
        open: opens('move'),
        blocker: moveBlocker,
      },
      {
        id: 'resend',
        label: 'Send invitations again',
        icon: IconMailForward,
        isBulk: true,
        takesAll: true,
        open: opens('resend'),
        blocker: resendBlocker,
      },
      {
        id: 'end',
        label: 'Remove from cohort',
        icon: IconUserMinus,
        danger: true,
        isBulk: true,
        open: opens('end'),
        blocker: moveBlocker,
      },
      {
        id: 'release',
        label: 'Request a release',
        icon: IconShieldQuestion,
        isBulk: true,
        blocker: askBlocker,
        tellsFailure: true,
        runMany: async (rows) => {
          const { asked } = await ask.mutateAsync({ student_ids: rows.map(({ id }) => id) })
          toast.success(
            asked === 0
              ? 'They were already asked today'
              : `Release requested from ${asked} ${asked === 1 ? 'student' : 'students'}`,
          )
          return rows.map(({ id }) => ({ id, ok: true }))
        },
      },
    ],
    { nameOf },
  )
  const programs = new Map(
    choices.data?.flatMap((each) => (each.program_id ? [[each.program_id, each.program_name ?? '']] : [])),
  )
  const counts = query.data?.counts
  const close = () => setDoing(undefined)
  return (
    <>
      <List
        list={list}
        options={{
          cohort: [
            { value: 'none', label: 'In no cohort' },
            ...(choices.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ],
          program: [...programs].map(([value, label]) => ({ value, label })),
          status: [
            { value: 'all', label: 'All', count: counts?.['all'] },
            ...statuses
              .filter((value) => value === list.filter.status || value === 'active' || counts?.[value])
              .map((value) => ({ value, label: studentStatusLabels[value], count: counts?.[value] })),
          ],
        }}
        label="Students"
        query={query}
        rows={query.data?.rows}
        total={query.data?.total}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={nameOf}
        rowHref={({ id, kind }) => (kind === 'account' ? `/school/students/${id}` : undefined)}
        card={cardOf}
        actions={actions}
        all={{ most: MAX_STUDENTS, load: () => students.choose.call(list.shown) }}
        exported={download}
        failedTitle="The students couldn’t be loaded"
        empty={empty}
      />
      {schoolId && (
        <ChangeStudentsDialog
          opened={doing !== undefined && doing.what !== 'resend'}
          what={doing?.what === 'end' ? 'end' : 'move'}
          students={(doing?.rows ?? []).map(({ id, membership_id: membershipId }) => ({ id, membershipId }))}
          schoolId={schoolId}
          onClose={close}
          onDone={() => doing?.onDone?.()}
        />
      )}
      <ResendDialog
        opened={doing?.what === 'resend'}
        rows={doing?.rows ?? []}
        onClose={close}
        onDone={(sent) => {
          doing?.onDone?.()
          if (sent > 0) toast.success('The invitations are on their way')
        }}
      />
    </>
  )
}

const nameOf = ({ full_name: name }: StudentRow): string => name

/** A card on a phone: what a coordinator looks for, without links that would be too close together. */
function cardOf({ full_name, status, cohort_name, summary, leave }: StudentRow) {
  const { hours, next_shift: next, clearance } = summary ?? {}
  return {
    title: full_name,
    lines: [
      <>
        {leave && <LeaveBadge leave={leave} />}
        {status !== 'active' && <StatusBadge status={status} />}
        <span>{cohort_name ?? 'No cohort'}</span>
        {hours && <strong>{creditedWords(hours)}</strong>}
      </>,
      ...(summary
        ? [
            <>
              {clearance && <StudentClearance clearance={clearance} />}
              <span>
                {next ? `${formatDate(next.date, 'weekday')}, ${locationOf(next)}` : 'No upcoming shift'}
              </span>
            </>,
          ]
        : []),
    ],
  }
}

const LeaveBadge = ({ leave }: { leave: NonNullable<StudentRow['leave']> }): ReactNode => (
  <StateBadge state={leave.is_now ? 'on_hold' : 'upcoming'} label={leaveBadge(leave, leave.is_now)} />
)

const StatusBadge = ({ status }: Pick<StudentRow, 'status'>): ReactNode => (
  <StateBadge state={status} label={studentStatusLabels[status]} />
)

const columns: Column<StudentRow>[] = [
  {
    key: 'full_name',
    title: 'Name',
    file: ['Name', 'Email'],
    sortable: true,
    render: ({ full_name, email }) => (
      <div>
        <Text fw={600} size="sm" style={{ whiteSpace: 'nowrap' }}>
          {full_name}
        </Text>
        {email !== full_name && (
          <Text size="xs" c="dimmed" maw={136} truncate title={email}>
            {email}
          </Text>
        )}
      </div>
    ),
  },
  {
    key: 'hours',
    title: 'Hours',
    file: ['Hours credited', 'Hours projected', 'Hours required'],
    render: ({ summary }) => (summary?.hours ? <StudentHours hours={summary.hours} /> : '—'),
  },
  {
    key: 'next_shift',
    title: 'Next shift',
    file: ['Next shift', 'Location of next shift'],
    sortable: true,
    render: ({ summary }) => {
      if (!summary) return '—'
      if (!summary.next_shift) return 'None'
      const { id, date } = summary.next_shift
      return (
        <div style={{ whiteSpace: 'nowrap' }}>
          <Link href={`/shift/${id}`}>{formatDate(date, 'weekday')}</Link>
          <Text size="xs" c="dimmed" maw={128} truncate title={locationOf(summary.next_shift)}>
            {locationOf(summary.next_shift)}
          </Text>
        </div>
      )
    },
  },
  {
    key: 'credentials',
    title: 'Credentials',
    file: ['Credentials', 'Open credentials'],
    render: ({ id, summary }) =>
      summary?.clearance ? (
        <div>
          <Link href={`/school/students/${id}#credentials`}>
            <StudentClearance clearance={summary.clearance} />
          </Link>
          <Text size="xs" c="dimmed" maw={150} truncate title={openCredentialNames(summary.clearance)}>
            {openCredentialNames(summary.clearance)}
          </Text>
        </div>
      ) : (
        '—'
      ),
  },
  {
    key: 'student_number',
    title: 'Student ID',
    sortable: true,
    isExtra: true,
    render: ({ student_number }) => student_number ?? '—',
  },
  {
    key: 'cohort_name',
    title: 'Cohort',
    file: ['Cohort', 'Program'],
    sortable: true,
    render: ({ cohort_id, cohort_name, program_name }) => (
      <div style={{ whiteSpace: 'nowrap' }}>
        {cohort_id ? <Link href={`/school/cohorts/${cohort_id}`}>{cohort_name}</Link> : (cohort_name ?? '—')}
        {cohort_name && !cohort_id && (
          <Text size="xs" c="dimmed">
            Unknown cohort
          </Text>
        )}
        {program_name && (
          <Text size="xs" c="dimmed" maw={118} truncate title={program_name}>
            {program_name}
          </Text>
        )}
      </div>
    ),
  },
  {
    key: 'graduation_date',
    title: 'Graduates',
    file: ['Graduation date'],
    sortable: true,
    isExtra: true,
    render: ({ graduation_date }) => (
      <span style={{ whiteSpace: 'nowrap' }}>{graduation_date ? formatDate(graduation_date) : '—'}</span>
    ),
  },
  {
    key: 'status',
    title: 'Status',
    file: ['Status', 'Release of information'],
    render: ({ status, has_release, leave }) => (
      <div>
        <StatusBadge status={status} />
        {leave && <LeaveBadge leave={leave} />}
        {has_release === false && (
          <Text size="xs" c="dimmed">
            No release
          </Text>
        )}
      </div>
    ),
  },
  {
    key: 'last_sign_in',
    title: 'Last sign-in',
    sortable: true,
    isExtra: true,
    render: ({ last_sign_in }) => (last_sign_in ? <RelativeTime value={last_sign_in} /> : 'Never'),
  },
]
