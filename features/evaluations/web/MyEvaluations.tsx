import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { useSearchParams } from '#platform/web/kit/use-search.ts'
import { choiceParam, idParam, pageParam } from '#platform/web/search-params.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { toast } from '#ui/toast.ts'
import { EvaluationForm } from './EvaluationForm.tsx'
import { GiveFeedback } from './GiveFeedback.tsx'
import { EvaluationList } from './EvaluationList.tsx'
import { OneEvaluation } from './OneEvaluation.tsx'
import { evaluations } from './queries.ts'

const kinds = [
  { value: 'shift', label: 'Shift' },
  { value: 'midterm', label: 'Midterm' },
  { value: 'final', label: 'Final' },
] as const
const home = '/student/progress'
const known = {
  evaluation: idParam,
  self: idParam,
  kind: (value: unknown) => choiceParam(value, ['midterm', 'final']),
  evaluations: pageParam,
  feedback: (value: unknown) => choiceParam(value, ['give']),
}

/** A student's evaluations on their progress page: those to respond to, their own, and an opened one. */
export function MyEvaluations(): ReactNode {
  const [search, changeSearch] = useSearchParams(known)
  if (search.self) return <SelfEvaluation shiftId={search.self} kind={search.kind ?? 'shift'} />
  if (search.evaluation)
    return (
      <>
        <AllEvaluations />
        <OneEvaluation id={search.evaluation} />
      </>
    )
  if (search.feedback)
    return (
      <>
        <AllEvaluations />
        <GiveFeedback saysNothing />
      </>
    )
  return (
    <>
      <PageSection title="Evaluations" look="flush">
        <EvaluationList
          label="Your evaluations"
          show="about_me"
          page={search.evaluations ?? 1}
          onPage={(page, isGone = false) =>
            changeSearch({ evaluations: page === 1 ? undefined : page }, isGone)
          }
          hrefOf={({ id }) => `${home}?evaluation=${id}`}
          empty={{
            title: 'No evaluations yet',
            description: 'An evaluation appears here when your instructor submits it.',
          }}
        />
      </PageSection>
      <GiveFeedback />
    </>
  )
}

const AllEvaluations = (): ReactNode => (
  <LinkButton variant="default" href={home}>
    All evaluations
  </LinkButton>
)

function SelfEvaluation({
  shiftId,
  kind,
}: {
  shiftId: string
  kind: 'shift' | 'midterm' | 'final'
}): ReactNode {
  const me = useMe()
  const setSearch = useSetSearch()
  const about = useMemo(
    () => ({ subject: kind === 'shift' ? ('shift' as const) : ('semester' as const), shift_id: shiftId }),
    [kind, shiftId],
  )
  const query = useQuery({
    ...evaluations.start.queryOptions({ input: { shift_id: shiftId, student_id: me.id, kind } }),
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <PageSection
      title="Evaluate yourself"
      description="Your instructor reads it after submitting their own."
      look="plain"
    >
      <SegmentedFilter
        label="Kind"
        value={kind}
        options={kinds}
        onChange={(next) => setSearch({ self: shiftId, kind: next === 'shift' ? undefined : next }, false)}
      />
      <Loaded query={query} failedTitle="The form couldn’t be loaded">
        {(start) =>
          start.evaluation && start.evaluation.status !== 'draft' ? (
            <OneEvaluation id={start.evaluation.id} />
          ) : (
            <EvaluationForm
              key={kind}
              person={me.id}
              studentId={me.id}
              kind={kind}
              about={about}
              start={start}
              onSubmitted={() => {
                toast.success('Self-evaluation submitted')
                setSearch({})
              }}
            />
          )
        }
      </Loaded>
    </PageSection>
  )
}
