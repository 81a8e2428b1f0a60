import { useSchoolId } from '#features/accounts/web/public.ts'
import { Button } from '@mantine/core'
import { IconCalendarPlus, IconSchool } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ListFilters } from '#platform/web/kit/ListFilters.tsx'
import { pageOfRows, useList } from '#platform/web/kit/use-list.ts'
import { useUrlWith, useSearchParams } from '#platform/web/kit/use-search.ts'
import { countParam, idParam } from '#platform/web/search-params.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { Pager } from '#ui/Pager.tsx'
import type { ActionsKit } from '#platform/web/kit/use-actions.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { Semester } from '../contract.ts'
import { useFill, useSemesters } from './queries.ts'
import { SemesterCard } from './SemesterCard.tsx'
import classes from './SchoolSemestersScreen.module.css'
import { fitting, noneFitting, semesterFilters } from './semester-list.ts'
import { useSemesterDialogs } from './use-semester-dialogs.tsx'

/** A school's semesters with their stages, and all actions on them (Spec §3, §4). */
export function SchoolSemestersScreen(): ReactNode {
  const schoolId = useSchoolId()
  const [search, setSearch] = useSearchParams({
    semester: idParam,
    create: (value) => countParam(value, 1),
  })
  const query = useSemesters(schoolId)
  const { actions, dialogs, create, edit, copy, activate } = useSemesterDialogs({
    schoolId,
    all: query.data,
    details: search.semester,
    isCreating: search.create !== undefined,
    onClosed: () => search.create && setSearch({ create: undefined }),
    // Opening details adds a history entry, so that Back closes them.
    onDetails: (semester) => setSearch({ semester }, semester === undefined),
  })
  const createButton = (
    <Button leftSection={<IconCalendarPlus size={18} aria-hidden />} onClick={create}>
      New semester
    </Button>
  )

  if (!schoolId)
    return (
      <Page title="Semesters">
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
        title="Semesters"
        actions={
          <>
            <LinkButton href="/school/account" variant="default">
              School settings
            </LinkButton>
            {createButton}
          </>
        }
        query={query}
        skeleton={<Skeletons shape="cards" count={3} />}
        failedTitle="The semesters couldn’t be loaded"
        empty={{
          title: 'No semesters yet',
          description:
            'Start with the next semester: a name and dates are enough. Only administrators see it until you activate it.',
          icon: IconCalendarPlus,
          action: createButton,
        }}
      >
        {(all) => (
          <Cards
            all={all}
            schoolId={schoolId}
            menu={actions.menu}
            onEdit={edit}
            onCopy={copy}
            onActivate={activate}
          />
        )}
      </Page>
      {actions.dialog}
      {dialogs}
    </>
  )
}

type CardsProps = {
  all: readonly Semester[]
  schoolId: string
  menu: ActionsKit<Semester>['menu']
  onEdit: (semester: Semester) => void
  onCopy: (semester: Semester) => void
  onActivate: (semester: Semester) => void
}

function Cards({ all, schoolId, menu, onEdit, onCopy, onActivate }: CardsProps): ReactNode {
  const list = useList(semesterFilters, { sorts: ['start_date'], pageSize: 20 })
  const hrefOf = useUrlWith('semester')
  const fill = useFill(schoolId)
  const { rows, page, total } = pageOfRows(fitting(all, list.filter), list)
  return (
    <>
      <ListFilters list={list} hasViews={false} />
      {total === 0 ? (
        <EmptyState compact {...noneFitting(list.filter)} />
      ) : (
        <ul className={classes.list} aria-label="Semesters">
          {rows.map((semester) => (
            <li key={semester.id}>
              <SemesterCard
                semester={semester}
                fill={fill.get(semester.id)}
                detailsHref={hrefOf(semester.id)}
                menu={menu(semester)}
                onEdit={onEdit}
                onCopy={onCopy}
                onActivate={onActivate}
              />
            </li>
          ))}
        </ul>
      )}
      {total > 0 && (
        <Pager
          page={page}
          pageSize={list.pageSize}
          total={total}
          onPageChange={list.toPage}
          label="Semesters"
        />
      )}
    </>
  )
}
