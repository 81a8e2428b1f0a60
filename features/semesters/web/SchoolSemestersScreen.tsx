import { useSchoolId } from '#features/accounts/web/public.ts'
import { Button, NativeSelect } from '@mantine/core'
import { IconCalendarPlus, IconSchool } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useSetSearch } from '#platform/web/set-search.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { FilterBar } from '#ui/FilterBar.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { Pager } from '#ui/Pager.tsx'
import type { ActionsKit } from '#platform/web/kit/use-actions.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { Semester } from '../contract.ts'
import { lifecycleLabels, semesterTypeLabels } from '../rules.ts'
import { useSemesters } from './queries.ts'
import { SemesterCard } from './SemesterCard.tsx'
import classes from './SchoolSemestersScreen.module.css'
import {
  fitting,
  hasFilters,
  lifecycles,
  type SearchChange,
  type SemestersSearch,
  types,
} from './semesters-search.ts'
import { useSemesterDialogs } from './use-semester-dialogs.tsx'

const pageSize = 20

/** A school's semesters: which there are, where each stands, and everything that can be done with them (Spec §3, §4). */
export function SchoolSemestersScreen(): ReactNode {
  const schoolId = useSchoolId()
  const search = useSearch({ from: '/_app/school/settings' })
  const setSearch = useSetSearch()
  const query = useSemesters(schoolId)
  // Opening details is a step that Back undoes; typing and choosing refine where one is.
  const go = (change: SearchChange, replace = true) => setSearch({ ...search, ...change }, replace)
  const { actions, dialogs, create, edit, copy } = useSemesterDialogs({
    schoolId,
    all: query.data,
    details: search.semester,
    onDetails: (semester) => go({ semester }, semester === undefined),
  })
  const createButton = (
    <Button leftSection={<IconCalendarPlus size={18} aria-hidden />} onClick={create}>
      New semester
    </Button>
  )
  const heading = {
    title: 'Semesters',
  }

  if (!schoolId)
    return (
      <Page {...heading}>
        <EmptyState
          icon={IconSchool}
          title="Which school?"
          description="Choose the school whose semesters you want to see."
        />
      </Page>
    )
  return (
    <>
      <Page
        {...heading}
        actions={
          <>
            <LinkButton href="/school/account" variant="default">
              School account
            </LinkButton>
            {createButton}
          </>
        }
        query={query}
        skeleton={<Skeletons shape="cards" count={3} />}
        failedTitle="The semesters could not be loaded"
        empty={{
          title: 'No semester yet',
          description:
            'Begin with the term that comes next: name and dates are enough. It stays your draft until you activate it.',
          icon: IconCalendarPlus,
          action: createButton,
        }}
      >
        {(all) => (
          <List
            all={all}
            search={search}
            onSearch={go}
            actionsOf={actions.menuOf}
            onEdit={edit}
            onCopy={copy}
          />
        )}
      </Page>
      {actions.dialog}
      {dialogs}
    </>
  )
}

type ListProps = {
  all: readonly Semester[]
  search: SemestersSearch
  onSearch: (change: SearchChange) => void
  actionsOf: ActionsKit<Semester>['menuOf']
  onEdit: (semester: Semester) => void
  onCopy: (semester: Semester) => void
}

function List({ all, search, onSearch, actionsOf, onEdit, onCopy }: ListProps): ReactNode {
  const [page, setPage] = useState(1)
  const found = fitting(all, search)
  const at = Math.min(page, Math.max(1, Math.ceil(found.length / pageSize)))
  const archived = all.filter(({ lifecycle }) => lifecycle === 'archived').length
  return (
    <>
      <FilterBar
        onClear={
          hasFilters(search) ? () => onSearch({ q: undefined, state: undefined, type: undefined }) : undefined
        }
      >
        <SearchField
          label="Search semesters"
          value={search.q ?? ''}
          onChange={(q) => onSearch({ q: q || undefined })}
        />
        <NativeSelect
          aria-label="Status"
          value={search.state ?? ''}
          data={[
            { value: '', label: archived > 0 ? `All but ${archived} archived` : 'All statuses' },
            ...lifecycles.map((value) => ({ value, label: lifecycleLabels[value] })),
          ]}
          onChange={({ currentTarget }) => onSearch({ state: currentTarget.value || undefined })}
        />
        <NativeSelect
          aria-label="Type"
          value={search.type ?? ''}
          data={[
            { value: '', label: 'All types' },
            ...types.map((value) => ({ value, label: semesterTypeLabels[value] })),
          ]}
          onChange={({ currentTarget }) => onSearch({ type: currentTarget.value || undefined })}
        />
      </FilterBar>
      {found.length === 0 ? (
        <EmptyState
          compact
          title="No semester fits"
          description="Try fewer filters, or another part of the name."
        />
      ) : (
        <ul className={classes.list} aria-label="Semesters">
          {found.slice((at - 1) * pageSize, at * pageSize).map((semester) => (
            <li key={semester.id}>
              <SemesterCard
                semester={semester}
                detailsHref={`/school/settings?${new URLSearchParams({ ...(search as Record<string, string>), semester: semester.id })}`}
                actions={actionsOf(semester)}
                onEdit={onEdit}
                onCopy={onCopy}
              />
            </li>
          ))}
        </ul>
      )}
      {found.length > pageSize && (
        <Pager page={at} pageSize={pageSize} total={found.length} onPageChange={setPage} label="Semesters" />
      )}
    </>
  )
}
