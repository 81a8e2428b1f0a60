import { Button } from '@mantine/core'
import { IconSchool, IconUsersPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { formatRange } from '#core/plain-date.ts'
import { useSchoolId } from '#features/accounts/web/public.ts'
import { ListPage } from '#platform/web/kit/ListPage.tsx'
import { pageOfRows, useList } from '#platform/web/kit/use-list.ts'
import { useSearchParams } from '#platform/web/kit/use-search.ts'
import { countParam } from '#platform/web/search-params.ts'
import type { Column } from '#ui/DataTable.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { Page } from '#ui/Page.tsx'
import { TargetBar } from '#ui/TargetBar.tsx'
import { TwoLines } from '#ui/TwoLines.tsx'
import { wholeDates } from '#ui/whole-dates.ts'
import type { Cohort, CohortHours } from '../contract.ts'
import { cohortStatusLabels, comingWords } from '../rules.ts'
import { cohortFilters, cohortOrder, fitting } from './cohort-list.ts'
import { CohortBadge } from './CohortBadge.tsx'
import { CohortSize } from './CohortSize.tsx'
import { CohortStrip, spanOf } from './CohortStrip.tsx'
import { cohorts } from './queries.ts'
import { useHoursByCohort } from './use-hours-by-cohort.ts'
import { useCohortActions } from './use-cohort-actions.tsx'

const CohortDrawer = lazyDialog(() => import('./CohortDrawer.tsx').then((m) => m.CohortDrawer), {
  opened: false,
})
/** In the address: the form is open, as from the setup checklist. */
const isOne = (value: unknown) => countParam(value, 1)
const heading = {
  title: 'Cohorts',
  description: 'Groups of students who start and graduate together',
} as const

/** A school's cohorts: the status, size and duration of each (Spec §2). */
export function CohortsScreen(): ReactNode {
  const schoolId = useSchoolId()
  const list = useList(cohortFilters, cohortOrder)
  const query = useQuery({ ...cohorts.list.queryOptions({ input: {} }), enabled: schoolId !== null })
  const hours = useHoursByCohort(schoolId)
  const [{ create }, setSearch] = useSearchParams({ create: isOne })
  const [isCreating, setCreating] = useState(create !== undefined)
  const { kit, dialogs } = useCohortActions()
  if (!schoolId)
    return (
      <Page {...heading} width="wide">
        <EmptyState
          icon={IconSchool}
          title="Which school?"
          description="Choose the school whose cohorts you want to see."
        />
      </Page>
    )
  const all = query.data ?? []
  const found = fitting(all, list.filter, list.sort!)
  const shown = pageOfRows(found, list)
  const programs = new Map(all.flatMap((one) => (one.program_id ? [[one.program_id, one.program_name]] : [])))
  const createButton = (
    <Button leftSection={<IconUsersPlus size={18} aria-hidden />} onClick={() => setCreating(true)}>
      New cohort
    </Button>
  )
  return (
    <>
      <ListPage
        {...heading}
        buttons={createButton}
        list={list}
        options={{ program: [...programs].map(([value, label]) => ({ value, label: label ?? '' })) }}
        label="Cohorts"
        query={query}
        rows={query.data && shown.rows}
        total={shown.total}
        page={shown.page}
        columns={columnsFor(spanOf(found), hours)}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        rowHref={({ id }) => `/school/cohorts/${id}`}
        actions={kit}
        exported={{
          name: 'cohorts',
          rows: async (asFile) => fitting(await cohorts.list.call({}, asFile), list.filter, list.sort!),
        }}
        failedTitle="The cohorts couldn’t be loaded"
        empty={
          all.length > 0
            ? { title: 'All cohorts are archived', description: 'Choose the status Archived to see them.' }
            : {
                title: 'No cohorts yet',
                description:
                  'Name, first day and expected graduation are enough. Then move your students into it.',
                icon: IconUsersPlus,
                action: createButton,
              }
        }
      />
      {dialogs}
      <CohortDrawer
        opened={isCreating}
        cohort={undefined}
        schoolId={schoolId}
        onClose={() => {
          setCreating(false)
          if (create) setSearch({ create: undefined })
        }}
      />
    </>
  )
}

function columnsFor(
  span: { start: string; end: string } | undefined,
  hours: ReadonlyMap<string, CohortHours>,
): Column<Cohort>[] {
  return [
    {
      key: 'name',
      title: 'Cohort',
      sortable: true,
      file: ['Cohort', 'Code'],
      text: ({ name, code }) => [name, code],
      render: ({ name, code }) => <TwoLines isWhole first={name} second={code} />,
    },
    {
      key: 'status',
      title: 'Status',
      text: ({ status }) => cohortStatusLabels[status],
      render: ({ status }) => <CohortBadge status={status} />,
    },
    { key: 'program', title: 'Program', render: ({ program_name }) => program_name ?? '—' },
    {
      key: 'student_count',
      title: 'Students',
      sortable: true,
      file: ['Students', 'Target', 'Still to come'],
      text: (cohort) => [cohort.student_count, cohort.size_target, comingWords(cohort)],
      render: (cohort) => <CohortSize cohort={cohort} />,
    },
    {
      key: 'hours',
      title: 'Hours',
      file: ['Hours done', 'Hours projected', 'Hours required'],
      text: ({ id }) => {
        const of = hours.get(id)
        return of && of.required > 0 ? [of.done, of.projected, of.required] : ['', '', '']
      },
      render: ({ id }) => <Hours of={hours.get(id)} />,
    },
    {
      key: 'start_date',
      title: 'Dates',
      sortable: true,
      file: ['First day', 'Graduation'],
      text: ({ start_date: start, expected_graduation: end }) => [start, end],
      render: (cohort) => (
        <div style={{ minWidth: 120 }}>
          {wholeDates(formatRange(cohort.start_date, cohort.expected_graduation))}
          <CohortStrip cohort={cohort} {...(span && { span })} />
        </div>
      ),
    },
    {
      key: 'advisors',
      title: 'Advisors',
      phone: 'hide',
      text: ({ advisors }) => advisors.map(({ full_name: name }) => name).join('; '),
      render: ({ advisors }) =>
        advisors.length === 0
          ? '—'
          : advisors.length > 2
            ? `${advisors[0]!.full_name} and ${advisors.length - 1} others`
            : advisors.map(({ full_name }) => full_name).join(', '),
    },
  ]
}

/** The share of required hours that is done, with a bar that also shows what is scheduled. */
function Hours({ of }: { of: CohortHours | undefined }): ReactNode {
  if (!of || of.required === 0) return '—'
  return (
    <TargetBar done={of.done} projected={of.projected} target={of.required}>
      {`${formatNumber(of.done, 1)} of ${formatNumber(of.required, 1)} h`}
    </TargetBar>
  )
}
