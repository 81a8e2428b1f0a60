import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { useSearchParams } from '#platform/web/kit/use-search.ts'
import { choiceParam, textParam } from '#platform/web/search-params.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { Banner } from '#ui/Banner.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Link } from '#ui/Link.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { PrintButton } from '#ui/PrintButton.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StatCard, StatGrid } from '#ui/StatCard.tsx'
import type { CohortDetail } from '../contract.ts'
import { comingWords, fillOf, invitedHref, levelLabels, restoreBlocker } from '../rules.ts'
import { AdvisorList } from './AdvisorList.tsx'
import { CohortBadge } from './CohortBadge.tsx'
import { CohortStrip } from './CohortStrip.tsx'
import { cohorts } from './queries.ts'
import { Roster } from './Roster.tsx'
import { useCohortActions } from './use-cohort-actions.tsx'
import { whyNot } from './why-not.ts'

/** One cohort: with everything for administrators, to read for its proctors, with classmates' names for its students (Spec §2). */
export function CohortScreen(): ReactNode {
  const { cohortId = '' } = useParams({ from: '/_app/school/cohorts/$cohortId' })
  const me = useMe()
  const query = useQuery(cohorts.get.queryOptions({ input: { id: cohortId } }))
  const isAdministrator = me.role !== 'student' && me.role !== 'proctor'
  return (
    <>
      <Page
        title={query.data?.name ?? 'Cohort'}
        {...(isAdministrator && { breadcrumbs: [{ label: 'Cohorts', href: '/school/cohorts' }] })}
        description={query.data && subtitleOf(query.data)}
        badge={query.data && <CohortBadge status={query.data.status} />}
        actions={isAdministrator && query.data && <Actions cohort={query.data} />}
        width="wide"
        query={query}
        failedTitle="This cohort couldn’t be loaded"
        skeleton={<Skeletons shape="cards" count={3} />}
      >
        {(cohort) =>
          me.role === 'student' ? (
            <OwnCohort cohort={cohort} />
          ) : (
            <Overview cohort={cohort} isAdministrator={isAdministrator} />
          )
        }
      </Page>
    </>
  )
}

function subtitleOf({ program_name, program_level, admission_term, code }: CohortDetail): string {
  return [program_name, program_level && levelLabels[program_level], admission_term, code]
    .filter(Boolean)
    .join(' · ')
}

function Actions({ cohort }: { cohort: CohortDetail }): ReactNode {
  const { kit, dialogs } = useCohortActions<CohortDetail>()
  return (
    <>
      <PrintButton />
      {kit.buttonsOf(cohort)}
      {kit.dialog}
      {dialogs}
    </>
  )
}

const CohortHistory = lazy(() =>
  import('./CohortHistory.tsx').then((file) => ({ default: file.CohortHistory })),
)

const views = ['roster', 'advisors', 'requirements', 'history'] as const
const labels = { roster: 'Roster', advisors: 'Advisors', requirements: 'Requirements', history: 'History' }

function Overview({
  cohort,
  isAdministrator,
}: {
  cohort: CohortDetail
  isAdministrator: boolean
}): ReactNode {
  const [search] = useSearchParams({ view: textParam })
  const offered = isAdministrator ? views : views.filter((view) => view !== 'history')
  const view = choiceParam(search.view, offered) ?? 'roster'
  const setView = useSetSearch()
  const fill = fillOf(cohort)
  const words = comingWords(cohort)
  const coming =
    isAdministrator && cohort.invited_count ? <Link href={invitedHref(cohort)}>{words}</Link> : words
  return (
    <>
      {cohort.status === 'archived' && (
        <Banner kind="info" title="Archived">
          {`Read-only. ${whyNot(restoreBlocker(cohort)) || 'It can be restored for 90 days.'}`}
        </Banner>
      )}
      <StatGrid>
        <StatCard
          label="Students"
          value={cohort.size_target ? fill.words : (cohort.student_count ?? 0)}
          hint={fill.isOver ? 'More than its target' : coming}
        />
        <StatCard
          label="First day"
          value={formatDate(cohort.start_date)}
          hint={<CohortStrip cohort={cohort} />}
        />
        <StatCard label="Expected graduation" value={formatDate(cohort.expected_graduation)} />
        <StatCard
          label="Clinical hours required"
          value={cohort.required_hours_total ?? cohort.program_hours ?? '—'}
          hint={
            cohort.required_hours_total === null && cohort.program_hours
              ? (cohort.program_hours_source ?? 'As the program says')
              : undefined
          }
        />
      </StatGrid>
      <Group>
        <SegmentedFilter
          label="View"
          value={view}
          options={offered.map((value) => ({
            value,
            label: labels[value],
            ...(value === 'advisors' && { count: cohort.advisors.length }),
          }))}
          onChange={(next) => setView({ view: next === 'roster' ? undefined : next }, false)}
        />
      </Group>
      {view === 'roster' && <Roster cohort={cohort} isAdministrator={isAdministrator} />}
      {view === 'advisors' && <AdvisorList cohort={cohort} mayChange={isAdministrator} />}
      {view === 'requirements' && <Requirements cohort={cohort} />}
      {view === 'history' && (
        <Suspense fallback={<Skeletons shape="text" />}>
          <CohortHistory cohort={cohort} />
        </Suspense>
      )}
    </>
  )
}

function Requirements({ cohort }: { cohort: CohortDetail }): ReactNode {
  return (
    <PageSection
      title="Requirements"
      description="What a student of this cohort must have done before graduating."
    >
      <KeyValue
        items={[
          {
            label: 'Clinical hours in total',
            value: cohort.required_hours_total ?? cohort.program_hours,
          },
          {
            label: 'Source of the hours',
            value: cohort.required_hours_total === null ? cohort.program_hours_source : null,
          },
          { label: 'Specialties', value: cohort.required_specialties.map(readable).join(', ') },
          ...cohort.requirements.map(({ specialty, min_hours }) => ({
            label: readable(specialty),
            value: `${min_hours} hours`,
          })),
          { label: 'Together', value: cohort.structured ? 'All take the same courses' : 'Each on their own' },
        ]}
      />
    </PageSection>
  )
}

const readable = (word: string): string => {
  const words = word.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function OwnCohort({ cohort }: { cohort: CohortDetail }): ReactNode {
  const classmates = useQuery(cohorts.classmates.queryOptions({ input: { id: cohort.id } }))
  return (
    <>
      <PageSection title="Your cohort">
        <CohortStrip cohort={cohort} />
        <KeyValue
          items={[
            { label: 'First day', value: formatDate(cohort.start_date) },
            { label: 'Expected graduation', value: formatDate(cohort.expected_graduation) },
            { label: 'Clinical hours required', value: cohort.required_hours_total ?? cohort.program_hours },
            { label: 'Specialties', value: cohort.required_specialties.map(readable).join(', ') },
            { label: 'Advisors', value: cohort.advisors.map(({ full_name }) => full_name).join(', ') },
          ]}
        />
      </PageSection>
      <PageSection title="Classmates">
        <Loaded
          query={classmates}
          skeleton={<Skeletons shape="text" count={4} />}
          failedTitle="Your classmates couldn’t be loaded"
          empty={{
            title: 'No classmates to show',
            description: 'Classmates appear here, except those who chose to be left out of the directory.',
            titleOrder: 3,
            compact: true,
          }}
        >
          {(names) => (
            <ul style={{ columns: '14rem', margin: 0, paddingInlineStart: '1.2rem' }} aria-label="Classmates">
              {names.map((name, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- two people may have one name, and names are all there is
                <li key={`${name} ${at}`}>{name}</li>
              ))}
            </ul>
          )}
        </Loaded>
      </PageSection>
    </>
  )
}
