import { useSchoolId } from '#features/accounts/web/public.ts'
import { Button, NativeSelect, Text } from '@mantine/core'
import { IconArrowsExchange, IconMailForward, IconShieldQuestion, IconUserMinus } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { toCsv } from '#core/csv.ts'
import { formatDate } from '#core/plain-date.ts'
import { levelLabels } from '#features/cohorts/rules.ts'
import { ChangeStudentsDialog, cohorts } from '#features/cohorts/web/public.ts'
import { SavedViews } from '#features/saved-views/web/public.ts'
import { useAskForRelease } from '#features/privacy/web/public.ts'
import { choiceParam, idParam } from '#platform/web/search-params.ts'
import { Banner } from '#ui/Banner.tsx'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { ExportButton } from '#ui/ExportButton.tsx'
import { FailedState } from '#ui/FailedState.tsx'
import { FilterBar } from '#ui/FilterBar.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { Link } from '#ui/Link.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import { toast } from '#ui/toast.ts'
import type { StudentRow, StudentStatus } from '../contract.ts'
import { askObstacle, moveObstacle, resendObstacle, studentSorts, studentStatusLabels } from '../rules.ts'
import { students } from './queries.ts'

const ResendDialog = lazyDialog(() => import('./ResendDialog.tsx').then((m) => m.ResendDialog), {
  opened: false,
})

/** As it stands in the address: what is no word of ours counts as not chosen. */
export type StudentsFilter = {
  q?: string
  status?: string
  cohort?: string
  program?: string
  level?: string
  release?: string
  sort?: string
  dir?: 'asc' | 'desc'
  page?: number
}

type StudentsViewProps = {
  filter: StudentsFilter
  onFilter: (filter: StudentsFilter) => void
  /** What to do when there is nobody yet. */
  empty: { title: string; description: string; action: ReactNode }
  download: (name: string, csv: string) => void
}

const PAGE_SIZE = 25
const statuses = Object.keys(studentStatusLabels) as StudentStatus[]
const levels = Object.keys(levelLabels) as (keyof typeof levelLabels)[]

/** A school's students and whom it invited: found by cohort, program, level and state; many moved, taken out or invited at once. */
export function StudentsView({ filter, onFilter, empty, download }: StudentsViewProps): ReactNode {
  const { q = '', dir = 'asc', page = 1 } = filter
  const schoolId = useSchoolId()
  const status = choiceParam(filter.status, statuses)
  const level = choiceParam(filter.level, levels)
  const sort = choiceParam(filter.sort, studentSorts) ?? 'full_name'
  const cohort = filter.cohort === 'none' ? 'none' : idParam(filter.cohort)
  const program = idParam(filter.program)
  const release = choiceParam(filter.release, ['none'])
  const input = {
    q,
    status: status ?? ('all' as const),
    sort,
    dir,
    ...(cohort && { cohort }),
    ...(program && { program }),
    ...(level && { level }),
    ...(release && { release }),
  }
  const list = useQuery({
    ...students.list.queryOptions({ input: { ...input, page } }),
    placeholderData: keepPreviousData,
  })
  const choices = useQuery({ ...cohorts.list.queryOptions({ input: {} }), enabled: schoolId !== null })
  const save = useMutation({
    ...students.export.mutationOptions(),
    meta: { failed: 'The list could not be saved' },
    onSuccess: (rows) => download('placewell-students.csv', asCsv(rows)),
  })
  const chooseAll = useMutation({
    mutationFn: () => students.choose.call(input),
    meta: { failed: 'They could not be chosen' },
    onSuccess: (rows) => setChosen(rows),
  })
  const ask = useAskForRelease()
  // Rows of other pages stay chosen, so whole rows are kept.
  const [chosen, setChosen] = useState<readonly StudentRow[]>([])
  const [doing, setDoing] = useState<'move' | 'end' | 'resend'>()
  const refine = (change: { [Key in keyof StudentsFilter]?: StudentsFilter[Key] | undefined }) => {
    const next = { ...filter, page: 1, ...change }
    onFilter(
      Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined)) as StudentsFilter,
    )
  }
  const select = (ids: readonly string[]) => {
    const known = new Map([...chosen, ...(list.data?.rows ?? [])].map((row) => [row.id, row]))
    setChosen(ids.flatMap((id) => known.get(id) ?? []))
  }
  const movable = chosen.filter((row) => moveObstacle(row) === null)
  const invitable = chosen.filter((row) => resendObstacle(row) === null)
  const askable = chosen.filter((row) => askObstacle(row) === null)
  const askForRelease = async () => {
    const { asked } = await ask.mutateAsync({ student_ids: askable.map(({ id }) => id) })
    toast.success(
      asked === 0
        ? 'They were asked today already'
        : `${asked} ${asked === 1 ? 'student was' : 'students were'} requested a release`,
    )
    setChosen([])
  }
  const programs = [
    ...new Map(
      (choices.data ?? []).flatMap((each) =>
        each.program_id ? [[each.program_id, each.program_name ?? ''] as const] : [],
      ),
    ),
  ]
  const isFiltered = Boolean(q || status || cohort || program || level || release)

  if (list.isError && !list.data)
    return <FailedState error={list.error} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />
  return (
    <>
      <FilterBar
        chosen={[cohort, program, level, release, status]}
        onClear={isFiltered ? () => onFilter({}) : undefined}
        end={
          <ExportButton
            isPending={save.isPending}
            disabled={!list.data?.total}
            onClick={() => save.mutate(input)}
          />
        }
      >
        <SavedViews />
        <SearchField
          label="Search students"
          value={q}
          onChange={(text) => refine({ q: text || undefined })}
        />
        <NativeSelect
          aria-label="Cohort"
          value={cohort ?? ''}
          data={[
            { value: '', label: 'All cohorts' },
            { value: 'none', label: 'In no cohort' },
            ...(choices.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={({ currentTarget }) => refine({ cohort: currentTarget.value || undefined })}
        />
        <NativeSelect
          aria-label="Program"
          value={program ?? ''}
          data={[
            { value: '', label: 'All programs' },
            ...programs.map(([value, label]) => ({ value, label })),
          ]}
          onChange={({ currentTarget }) => refine({ program: currentTarget.value || undefined })}
        />
        <NativeSelect
          aria-label="Level"
          value={level ?? ''}
          data={[
            { value: '', label: 'All levels' },
            ...levels.map((value) => ({ value, label: levelLabels[value] })),
          ]}
          onChange={({ currentTarget }) => refine({ level: currentTarget.value || undefined })}
        />
        <NativeSelect
          aria-label="Release"
          value={release ?? ''}
          data={[
            { value: '', label: 'Release: any' },
            { value: 'none', label: 'No release' },
          ]}
          onChange={({ currentTarget }) => refine({ release: currentTarget.value || undefined })}
        />
        <SegmentedFilter
          label="Status"
          value={status ?? 'all'}
          options={[
            { value: 'all', label: 'All', count: list.data?.counts.all },
            ...statuses
              .filter((value) => value === status || value === 'active' || list.data?.counts[value])
              .map((value) => ({
                value,
                label: studentStatusLabels[value],
                count: list.data?.counts[value],
              })),
          ]}
          onChange={(value) => refine({ status: value === 'all' ? undefined : value })}
        />
      </FilterBar>
      <DataTable
        label="Students"
        rows={list.data?.rows}
        isLoading={list.isPlaceholderData}
        columns={columns}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.full_name}
        rowHref={({ id, kind }) => (kind === 'account' ? `/school/students/${id}` : undefined)}
        sort={{ key: sort, dir }}
        onSortChange={({ key, dir: towards }) => refine({ sort: key, dir: towards })}
        page={page}
        pageSize={PAGE_SIZE}
        total={list.data?.total}
        onPageChange={(to) => onFilter({ ...filter, page: to })}
        selection={{
          selected: chosen.map(({ id }) => id),
          onChange: select,
          actions: (
            <>
              <Button
                size="xs"
                leftSection={<IconArrowsExchange size={16} aria-hidden />}
                disabled={movable.length === 0}
                onClick={() => setDoing('move')}
              >
                Move to a cohort
              </Button>
              <Button
                size="xs"
                variant="default"
                leftSection={<IconMailForward size={16} aria-hidden />}
                disabled={invitable.length === 0}
                onClick={() => setDoing('resend')}
              >
                Send invitations again
              </Button>
              <Button
                size="xs"
                variant="default"
                leftSection={<IconUserMinus size={16} aria-hidden />}
                disabled={movable.length === 0}
                onClick={() => setDoing('end')}
              >
                Remove from cohort
              </Button>
              <Button
                size="xs"
                variant="default"
                leftSection={<IconShieldQuestion size={16} aria-hidden />}
                disabled={askable.length === 0}
                loading={ask.isPending}
                onClick={() => void askForRelease().catch(() => {})}
              >
                Request a release
              </Button>
              {list.data && list.data.total > chosen.length && (
                <Button
                  size="xs"
                  variant="subtle"
                  loading={chooseAll.isPending}
                  onClick={() => chooseAll.mutate()}
                >
                  {list.data.total > 2_000
                    ? `Select the first 2,000 of ${list.data.total.toLocaleString('en-US')}`
                    : `Select all ${list.data.total.toLocaleString('en-US')}`}
                </Button>
              )}
            </>
          ),
        }}
        empty={
          isFiltered
            ? { title: 'No matching people', description: 'Try another search, or clear the filters.' }
            : empty
        }
      />
      {movable.length > 0 && movable.length < chosen.length && (
        <Banner kind="info">
          {`${chosen.length - movable.length} of those chosen have not accepted their invitation yet: they can be sent another one, and join the cohort it names when they accept.`}
        </Banner>
      )}
      {schoolId && (
        <ChangeStudentsDialog
          opened={doing === 'move' || doing === 'end'}
          what={doing === 'end' ? 'end' : 'move'}
          students={movable.map(({ id, membership_id: membershipId }) => ({ id, membershipId }))}
          schoolId={schoolId}
          onClose={() => setDoing(undefined)}
          onDone={() => setChosen([])}
        />
      )}
      <ResendDialog
        opened={doing === 'resend'}
        rows={chosen}
        onClose={() => setDoing(undefined)}
        onDone={() => {
          setChosen([])
          toast.success('The invitations are on their way')
        }}
      />
    </>
  )
}

const columns: Column<StudentRow>[] = [
  {
    key: 'full_name',
    title: 'Name',
    sortable: true,
    render: ({ full_name, email }) => (
      <div>
        <Text fw={600} size="sm" style={{ whiteSpace: 'nowrap' }}>
          {full_name}
        </Text>
        {email !== full_name && (
          <Text size="xs" c="dimmed">
            {email}
          </Text>
        )}
      </div>
    ),
  },
  {
    key: 'student_number',
    title: 'Student ID',
    sortable: true,
    render: ({ student_number }) => student_number ?? '—',
  },
  {
    key: 'cohort_name',
    title: 'Cohort',
    sortable: true,
    render: ({ cohort_id, cohort_name, program_name }) => (
      <div>
        {cohort_id ? <Link href={`/school/cohorts/${cohort_id}`}>{cohort_name}</Link> : (cohort_name ?? '—')}
        {cohort_name && !cohort_id && (
          <Text size="xs" c="dimmed">
            Unknown cohort
          </Text>
        )}
        {program_name && (
          <Text size="xs" c="dimmed">
            {program_name}
          </Text>
        )}
      </div>
    ),
  },
  {
    key: 'graduation_date',
    title: 'Graduates',
    sortable: true,
    render: ({ graduation_date }) => (
      <span style={{ whiteSpace: 'nowrap' }}>{graduation_date ? formatDate(graduation_date) : '—'}</span>
    ),
  },
  {
    key: 'status',
    title: 'Status',
    render: ({ status, is_expired, has_release }) => (
      <div>
        <StateBadge
          state={is_expired ? 'expired' : status}
          label={is_expired ? 'Invitation expired' : studentStatusLabels[status]}
        />
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
    render: ({ last_sign_in }) => (last_sign_in ? <RelativeTime value={last_sign_in} /> : 'Never'),
  },
]

function asCsv(rows: readonly StudentRow[]): string {
  return toCsv(
    [
      'full_name',
      'email',
      'student_id',
      'state',
      'cohort',
      'program',
      'graduation_date',
      'last_sign_in',
      'release',
    ],
    rows.map((row) => [
      row.full_name,
      row.email,
      row.student_number,
      studentStatusLabels[row.status],
      row.cohort_name,
      row.program_name,
      row.graduation_date,
      row.last_sign_in?.slice(0, 10) ?? null,
      row.has_release === null ? null : row.has_release ? 'yes' : 'no',
    ]),
  )
}
