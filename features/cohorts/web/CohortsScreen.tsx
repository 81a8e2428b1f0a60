import { Button, NativeSelect, Text } from '@mantine/core'
import {
  IconArchive,
  IconArchiveOff,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconSchool,
  IconUsersPlus,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { formatRange } from '#core/plain-date.ts'
import { useMe, useSchoolId } from '#features/accounts/web/public.ts'
import { SavedViews } from '#features/saved-views/web/public.ts'
import { choiceParam } from '#platform/web/search-params.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { FilterBar } from '#ui/FilterBar.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { Page } from '#ui/Page.tsx'
import type { RowAction } from '#ui/RowActions.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import type { Cohort } from '../contract.ts'
import {
  archiveBlocker,
  changeBlocker,
  cohortStatusLabels,
  graduateBlocker,
  levelLabels,
  nextStatus,
  restoreBlocker,
} from '../rules.ts'
import { CohortBadge } from './CohortBadge.tsx'
import { CohortSize } from './CohortSize.tsx'
import { CohortStrip, spanOf } from './CohortStrip.tsx'
import { type CohortsSearch, fitting, hasFilters, levels, sorts, statuses } from './cohorts-search.ts'
import { cohorts, useArchiveCohort, useRestoreCohort } from './queries.ts'
import { useStatusQuestion } from './use-status-question.ts'
import { whyNot } from './why-not.ts'

const CohortDrawer = lazyDialog(() => import('./CohortDrawer.tsx').then((m) => m.CohortDrawer), {
  opened: false,
})
const GraduateDialog = lazyDialog(() => import('./GraduateDialog.tsx').then((m) => m.GraduateDialog), {
  opened: false,
})

const pageSize = 25

/** A school's cohorts: which there are, where each stands, how full it is and how long it lasts (Spec §2). */
export function CohortsScreen(): ReactNode {
  const schoolId = useSchoolId()
  const search = useSearch({ from: '/_app/school/cohorts/' })
  const setSearch = useSetSearch()
  const query = useQuery({ ...cohorts.list.queryOptions({ input: {} }), enabled: schoolId !== null })
  const [edited, setEdited] = useState<Cohort | 'new'>()
  const go = (change: { [Key in keyof CohortsSearch]?: CohortsSearch[Key] | undefined }, replace = true) =>
    setSearch({ ...search, page: undefined, ...change }, replace)
  const createButton = (
    <Button leftSection={<IconUsersPlus size={18} aria-hidden />} onClick={() => setEdited('new')}>
      New cohort
    </Button>
  )
  const heading = {
    title: 'Cohorts',
    description: 'Groups of students who start and graduate together',
    width: 'wide' as const,
  }
  if (!schoolId)
    return (
      <Page {...heading}>
        <EmptyState
          icon={IconSchool}
          title="Which school?"
          description="Choose the school whose cohorts you want to see."
        />
      </Page>
    )
  return (
    <>
      <Page
        {...heading}
        actions={createButton}
        query={query}
        failedTitle="The cohorts could not be loaded"
        empty={{
          title: 'No cohort yet',
          description: 'Name, first day and expected graduation are enough. Then move your students into it.',
          icon: IconUsersPlus,
          action: createButton,
        }}
      >
        {(all) => <List all={all} search={search} onSearch={go} onEdit={setEdited} />}
      </Page>
      <CohortDrawer
        opened={edited !== undefined}
        cohort={edited === 'new' ? undefined : edited}
        schoolId={schoolId}
        onClose={() => setEdited(undefined)}
      />
    </>
  )
}

type ListProps = {
  all: readonly Cohort[]
  search: CohortsSearch
  onSearch: (
    change: { [Key in keyof CohortsSearch]?: CohortsSearch[Key] | undefined },
    replace?: boolean,
  ) => void
  onEdit: (cohort: Cohort) => void
}

function List({ all, search, onSearch, onEdit }: ListProps): ReactNode {
  const me = useMe()
  const archive = useArchiveCohort()
  const restore = useRestoreCohort()
  const askStatus = useStatusQuestion()
  const [selected, setSelected] = useState<string[]>([])
  const [isGraduating, setGraduating] = useState(false)
  const found = fitting(all, search)
  const page = Math.min(search.page ?? 1, Math.max(1, Math.ceil(found.length / pageSize)))
  const shown = found.slice((page - 1) * pageSize, page * pageSize)
  const span = spanOf(found)
  const programs = [...new Map(all.flatMap((c) => (c.program_id ? [[c.program_id, c.program_name]] : [])))]
  const archived = all.filter(({ status }) => status === 'archived').length
  const chosen = all.filter(({ id }) => selected.includes(id))
  const inTheWay = chosen.map((cohort) => whyNot(graduateBlocker(cohort, me.role)) || undefined).find(Boolean)

  const rowActions = (cohort: Cohort): RowAction<Cohort>[] => [
    { label: 'Edit', icon: IconPencil, onClick: onEdit, disabled: (row) => whyNot(changeBlocker(row)) },
    ...(nextStatus(cohort.status)
      ? [
          {
            label: statusActions[cohort.status] ?? 'Activate',
            icon: cohort.status === 'active' ? IconPlayerPause : IconPlayerPlay,
            onClick: (row: Cohort) => void askStatus(row),
          },
        ]
      : []),
    cohort.status === 'archived'
      ? {
          label: 'Restore',
          icon: IconArchiveOff,
          onClick: ({ id, version }) => restore.mutate({ id, version }),
          disabled: (row) => whyNot(restoreBlocker(row)),
        }
      : {
          label: 'Archive',
          icon: IconArchive,
          onClick: ({ id, version }) => archive.mutate({ id, version }),
          disabled: (row) => whyNot(archiveBlocker(row)),
        },
  ]

  return (
    <>
      <FilterBar
        chosen={[search.state, search.program, search.level]}
        onClear={
          hasFilters(search)
            ? () => onSearch({ q: undefined, state: undefined, program: undefined, level: undefined })
            : undefined
        }
      >
        <SavedViews />
        <SearchField
          label="Search cohorts"
          value={search.q ?? ''}
          onChange={(q) => onSearch({ q: q || undefined })}
        />
        <NativeSelect
          aria-label="Status"
          value={choiceParam(search.state, statuses) ?? ''}
          data={[
            { value: '', label: archived > 0 ? `All but ${archived} archived` : 'All statuses' },
            ...statuses.map((value) => ({ value, label: cohortStatusLabels[value] })),
          ]}
          onChange={({ currentTarget }) => onSearch({ state: currentTarget.value || undefined })}
        />
        <NativeSelect
          aria-label="Program"
          value={search.program ?? ''}
          data={[
            { value: '', label: 'All programs' },
            ...programs.map(([value, name]) => ({ value: value ?? '', label: name ?? '' })),
          ]}
          onChange={({ currentTarget }) => onSearch({ program: currentTarget.value || undefined })}
        />
        <NativeSelect
          aria-label="Level"
          value={choiceParam(search.level, levels) ?? ''}
          data={[
            { value: '', label: 'All levels' },
            ...levels.map((value) => ({ value, label: levelLabels[value] })),
          ]}
          onChange={({ currentTarget }) => onSearch({ level: currentTarget.value || undefined })}
        />
      </FilterBar>
      <DataTable
        label="Cohorts"
        rows={shown}
        columns={columnsFor(span)}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        rowHref={({ id }) => `/school/cohorts/${id}`}
        rowActions={rowActions}
        sort={{
          key: choiceParam(search.sort, sorts) ?? 'start_date',
          dir: search.dir ?? (search.sort && search.sort !== 'start_date' ? 'asc' : 'desc'),
        }}
        onSortChange={({ key, dir }) => onSearch({ sort: key, dir })}
        page={page}
        pageSize={pageSize}
        total={found.length}
        onPageChange={(next) => onSearch({ page: next === 1 ? undefined : next }, false)}
        selection={{
          selected,
          onChange: setSelected,
          actions: (
            <Button
              size="xs"
              leftSection={<IconSchool size={16} aria-hidden />}
              disabled={Boolean(inTheWay)}
              title={inTheWay ?? undefined}
              onClick={() => setGraduating(true)}
            >
              Graduate
            </Button>
          ),
        }}
        empty={{ title: 'No cohort fits', description: 'Try fewer filters, or another part of the name.' }}
      />
      {selected.length > 0 && inTheWay && (
        <Text component="output" size="sm" c="dimmed">
          {inTheWay}
        </Text>
      )}
      <GraduateDialog
        opened={isGraduating}
        cohorts={chosen}
        onClose={() => setGraduating(false)}
        onDone={() => setSelected([])}
      />
    </>
  )
}

const statusActions: Partial<Record<Cohort['status'], string>> = {
  planned: 'Activate now',
  active: 'Put on hold',
  on_hold: 'Go on',
}

function columnsFor(span: { start: string; end: string } | undefined): Column<Cohort>[] {
  return [
    {
      key: 'name',
      title: 'Cohort',
      sortable: true,
      render: ({ name, code }) => (
        <span style={{ whiteSpace: 'nowrap' }}>
          {name}
          {code && (
            <Text span size="xs" c="dimmed">
              {` ${code}`}
            </Text>
          )}
        </span>
      ),
    },
    { key: 'status', title: 'Status', render: ({ status }) => <CohortBadge status={status} /> },
    { key: 'program', title: 'Program', render: ({ program_name }) => program_name ?? '—' },
    {
      key: 'student_count',
      title: 'Students',
      sortable: true,
      render: (cohort) => <CohortSize cohort={cohort} />,
    },
    {
      key: 'start_date',
      title: 'Dates',
      sortable: true,
      render: (cohort) => (
        <div style={{ minWidth: 140 }}>
          <Text span size="sm" style={{ whiteSpace: 'nowrap' }}>
            {formatRange(cohort.start_date, cohort.expected_graduation)}
          </Text>
          <CohortStrip cohort={cohort} {...(span && { span })} />
        </div>
      ),
    },
    {
      key: 'advisors',
      title: 'Advisors',
      phone: 'hide',
      render: ({ advisors }) =>
        advisors.length === 0
          ? '—'
          : advisors.length > 2
            ? `${advisors[0]!.full_name} and ${advisors.length - 1} others`
            : advisors.map(({ full_name }) => full_name).join(', '),
    },
  ]
}
