import { IconClipboardOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import type { evaluationsContract } from '#features/evaluations/contract.ts'
import { isOpenEvaluation } from '#features/evaluations/rules.ts'
import { EvaluationForm, EvaluationView } from '#features/evaluations/web/public.ts'
import { featureApi, isRefusal, messageOf } from '#platform/web/api.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { useNavigateTo } from '#ui/Link.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Page } from '#ui/Page.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { toast } from '#ui/toast.ts'
import type { EvaluationTask, Project } from '../contract.ts'
import { capstone } from './queries.ts'

const evaluations = featureApi<typeof evaluationsContract>('evaluations')
const kinds = [
  { value: 'midterm', label: 'Midterm' },
  { value: 'final', label: 'Final' },
] as const
const students = { label: 'My Students', href: '/preceptor/students' }

/** The preceptor of a capstone project evaluates its student at midterm and at the end (Spec §2: /preceptor/evaluate/{projectId}). */
export function PreceptorEvaluateScreen(): ReactNode {
  const { projectId = '' } = useParams({ from: '/_app/preceptor/evaluate/$projectId' })
  const { kind: asked } = useSearch({ from: '/_app/preceptor/evaluate/$projectId' })
  const setSearch = useSetSearch()
  const query = useQuery(capstone.get.queryOptions({ input: { id: projectId, as: 'preceptor' } }))
  const project = query.data
  if (!project && query.error && isRefusal(query.error))
    return <Nothing error={query.error} href={students.href} />
  const kind = asked ?? (project && nextKind(project)) ?? 'midterm'
  return (
    <Page
      title={project?.student_name ?? 'Evaluation'}
      breadcrumbs={[
        students,
        ...(project ? [{ label: project.title, href: `/preceptor/students/${project.student_id}` }] : []),
      ]}
      width="narrow"
      description="You evaluate, the faculty member grades."
      toolbar={
        <SegmentedFilter
          label="Kind"
          value={kind}
          options={kinds}
          onChange={(next) => setSearch({ kind: next }, false)}
        />
      }
      query={query}
      failedTitle="This project couldn’t be loaded"
    >
      {(loaded) => <Evaluate key={kind} project={loaded} kind={kind} />}
    </Page>
  )
}

/** The evaluation to write next: the one that is due, otherwise the midterm until it is submitted. */
const nextKind = ({ to_evaluate: due, evaluations: written }: Project): EvaluationTask =>
  due ?? (written.some(({ kind, submitted_at: at }) => kind === 'midterm' && at) ? 'final' : 'midterm')

function Evaluate({ project, kind }: { project: Project; kind: EvaluationTask }): ReactNode {
  const me = useMe()
  const goTo = useNavigateTo()
  const about = useMemo(() => ({ subject: 'project' as const, project_id: project.id }), [project.id])
  const back = `/preceptor/students/${project.student_id}`
  const query = useQuery({
    ...evaluations.start.queryOptions({
      input: { student_id: project.student_id, project_id: project.id, kind },
    }),
    staleTime: 0,
    gcTime: 0,
  })
  if (!query.data && isRefusal(query.error))
    return (
      <EmptyState
        icon={IconClipboardOff}
        title="No evaluation is due"
        description={messageOf(query.error)}
        action={<LinkButton href={back}>Open the project</LinkButton>}
      />
    )
  return (
    <Loaded query={query} failedTitle="This evaluation couldn’t be loaded">
      {(start) =>
        start.evaluation && !isOpenEvaluation(start.evaluation.status) ? (
          <EvaluationView evaluation={start.evaluation} />
        ) : (
          <EvaluationForm
            person={me.id}
            studentId={project.student_id}
            kind={kind}
            about={about}
            start={start}
            onSubmitted={() => {
              toast.success(`Evaluation of ${start.student_name} submitted`)
              goTo(back)
            }}
          />
        )
      }
    </Loaded>
  )
}

function Nothing({ error, href }: { error: Error; href: string }): ReactNode {
  return (
    <Page title="Evaluation" breadcrumbs={[students]}>
      <EmptyState
        icon={IconClipboardOff}
        title="There is nothing to evaluate here"
        description={messageOf(error)}
        action={<LinkButton href={href}>My Students</LinkButton>}
      />
    </Page>
  )
}
