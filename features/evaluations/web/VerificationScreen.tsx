import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { useSchoolId } from '#features/accounts/web/public.ts'
import type { semestersContract } from '#features/semesters/contract.ts'
import { SemesterScopeSelect, useSemesterScope } from '#features/semesters/web/public.ts'
import { featureApi, messageOf } from '#platform/web/api.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { Banner } from '#ui/Banner.tsx'
import { FormFooter } from '#ui/FormFooter.tsx'
import { lazyParts } from '#ui/lazy-parts.ts'
import { Link } from '#ui/Link.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import { withoutInstructor } from '../rules.ts'
import { EvaluationList, ExportEvaluations } from './EvaluationList.tsx'
import { evaluations, touches } from './queries.ts'

const home = '/admin/evaluation-verification'
// The page opens with a list: single evaluations, plans and forms load when they are opened.
const one = lazyParts(() => import('./OneEvaluation.tsx'))
const OneEvaluation = one.part((file) => file.OneEvaluation)
const plan = lazyParts(() => import('./PlanView.tsx'))
const PlanView = plan.part((file) => file.PlanView)
const forms = lazyParts(() => import('#features/instruments/web/public.ts'))
const InstrumentsSection = forms.part((file) => file.InstrumentsSection)
const skeleton = <Skeletons shape="form" />
const shown = [
  { value: 'queue', label: 'To verify' },
  { value: 'asked', label: 'Not written' },
  { value: 'settled', label: 'Verified' },
  { value: 'plans', label: 'Plans' },
  { value: 'assign', label: 'Ask for' },
  { value: 'forms', label: 'Forms' },
] as const

const empty = {
  queue: {
    title: 'Nothing to verify',
    description:
      'Submitted and disputed evaluations appear here. Ask instructors for midterms and finals under “Ask for”.',
  },
  asked: {
    title: 'Everything is written',
    description: 'Evaluations that instructors have not submitted yet appear here.',
  },
  settled: { title: 'Nothing verified yet', description: 'Verified evaluations appear here.' },
}

/** A school verifies evaluations, follows remediation plans, assigns midterms and finals, and edits its forms (Spec §2). */
export function VerificationScreen(): ReactNode {
  const {
    show = 'queue',
    page = 1,
    evaluation,
    semester,
  } = useSearch({ from: '/_app/admin/evaluation-verification' })
  const scope = useSemesterScope()
  const setSearch = useSetSearch()
  // Rows must stay visible on a phone: the toolbar has room for one line.
  const isPhone = useIsPhone()
  const list = show === 'queue' || show === 'asked' || show === 'settled' ? show : null
  if (evaluation)
    return (
      <Page title="Evaluation" breadcrumbs={[{ label: 'Evaluation verification', href: home }]}>
        <Suspense fallback={skeleton}>
          <OneEvaluation id={evaluation} />
        </Suspense>
      </Page>
    )
  return (
    <Page
      title="Evaluation verification"
      width="wide"
      toolbar={
        <Group gap="xs">
          <SegmentedFilter
            label="Show"
            value={show}
            options={shown}
            onChange={(next) => setSearch({ show: next === 'queue' ? undefined : next, semester }, false)}
          />
          {list && <SemesterScopeSelect scope={scope} />}
          {list && scope.isKnown && !isPhone && <ExportEvaluations show={list} semester={scope.id} />}
        </Group>
      }
    >
      {list && scope.isKnown && (
        <EvaluationList
          label="Evaluations"
          show={list}
          page={page}
          semester={scope.id}
          onPage={(next, isGone = false) =>
            setSearch(
              {
                show: show === 'queue' ? undefined : show,
                semester,
                page: next === 1 ? undefined : next,
              },
              isGone,
            )
          }
          hrefOf={({ id }) => `${home}?evaluation=${id}`}
          empty={empty[list]}
        />
      )}
      {show === 'plans' && <Plans />}
      {show === 'assign' && <AskFor />}
      {show === 'forms' && (
        <Suspense fallback={skeleton}>
          <InstrumentsSection />
        </Suspense>
      )}
    </Page>
  )
}

function Plans(): ReactNode {
  const query = useQuery({
    ...evaluations.plans.queryOptions({ input: { show: 'open' } }),
    staleTime: 0,
  })
  return (
    <Loaded
      query={query}
      failedTitle="The plans couldn’t be loaded"
      empty={{
        title: 'No open plans',
        description: 'A plan opens when an item does not pass at midterm, or a critical item fails.',
      }}
    >
      {({ rows }) => (
        <Suspense fallback={skeleton}>
          {rows.map((row) => (
            <PlanView key={row.id} plan={row} />
          ))}
        </Suspense>
      )}
    </Loaded>
  )
}

const semesters = featureApi<typeof semestersContract>('semesters')

function AskFor(): ReactNode {
  const schoolId = useSchoolId()
  const query = useQuery({
    ...semesters.list.queryOptions({ input: { school_id: schoolId ?? '' } }),
    enabled: Boolean(schoolId),
  })
  const [values, setValues] = useState({ semester_id: '', kind: 'midterm', due_on: '' })
  const set = (change: Partial<typeof values>) => setValues((before) => ({ ...before, ...change }))
  const assign = useMutation({ ...evaluations.assign.mutationOptions(), meta: { quiet: true, touches } })
  const choices = (query.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <PageSection
      title="Ask for evaluations"
      description="For each student, we ask the instructor who led most of their shifts."
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          assign.mutate({ ...values, kind: values.kind as 'midterm' | 'final' })
        }}
      >
        <Stack gap="sm" maw={420}>
          <NativeSelect
            label="Semester"
            required
            data={[{ value: '', label: 'Choose a semester' }, ...choices]}
            value={values.semester_id}
            onChange={(event) => set({ semester_id: event.currentTarget.value })}
          />
          <NativeSelect
            label="Kind"
            data={[
              { value: 'midterm', label: 'Midterm' },
              { value: 'final', label: 'Final' },
            ]}
            value={values.kind}
            onChange={(event) => set({ kind: event.currentTarget.value })}
          />
          <TextInput
            label="Due"
            type="date"
            required
            value={values.due_on}
            onChange={(event) => set({ due_on: event.currentTarget.value })}
          />
          {assign.error && <Banner kind="warning" live title={messageOf(assign.error)} />}
          {assign.data && (
            <Banner
              kind="success"
              live
              title={
                assign.data.assigned === 1
                  ? '1 evaluation asked for'
                  : `${assign.data.assigned} evaluations asked for`
              }
              action={<Link href={`${home}?show=asked`}>See what is not written yet</Link>}
            />
          )}
          {assign.data && assign.data.without.length > 0 && (
            <Banner kind="warning" live title={withoutInstructor(assign.data.without)} />
          )}
          <FormFooter>
            <Button type="submit" loading={assign.isPending} disabled={!values.semester_id || !values.due_on}>
              Ask instructors
            </Button>
          </FormFooter>
        </Stack>
      </form>
    </PageSection>
  )
}
