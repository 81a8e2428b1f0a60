import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatInstant } from '#core/plain-date.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { outcomeLabels } from '#features/evaluations/rules.ts'
import { EvaluationBadge } from '#features/evaluations/web/public.ts'
import { LinkButton } from '#ui/LinkButton.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import type { EvaluationTask, Project } from '../contract.ts'
import classes from './Capstone.module.css'
import { useSendLink } from './mutations.ts'

const labels = { midterm: 'Midterm', final: 'Final' } as const
const begun = ['active', 'awaiting_preceptor', 'completed', 'closed', 'failed']

/** The preceptor's midterm and final: the status of each, and who acts next. */
export function Evaluations({ project }: { project: Project }): ReactNode {
  const { evaluations, party, status } = project
  if (party === 'facility' || (evaluations.length === 0 && !begun.includes(status))) return null
  return (
    <PageSection title="Evaluations">
      <ul className={classes.rows}>
        {(['midterm', 'final'] as const).map((kind) => (
          <One key={kind} project={project} kind={kind} />
        ))}
      </ul>
    </PageSection>
  )
}

type Props = { project: Project; kind: EvaluationTask }

function One({ project, kind }: Props): ReactNode {
  const all = project.evaluations.filter((one) => one.kind === kind)
  // Of two preceptors' evaluations, the submitted one counts.
  const known = all.find(({ submitted_at: at }) => at) ?? all[0]
  const words = known?.submitted_at
    ? [
        known.by,
        formatInstant(known.submitted_at, project.time_zone),
        known.outcome && outcomeLabels[known.outcome],
      ]
    : [kind === 'midterm' ? 'After half of the hours' : 'Once all hours are confirmed']
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <strong>{labels[kind]}</strong>
        <span className={classes.dim}>{words.filter(Boolean).join(' · ')}</span>
      </div>
      <div className={classes.actions}>
        {known && <EvaluationBadge row={{ status: known.status, is_late: false }} />}
        {project.party === 'preceptor' ? (
          <Write project={project} kind={kind} known={known} />
        ) : (
          <Read known={known} />
        )}
        {!known?.submitted_at && <Ask project={project} kind={kind} />}
      </div>
    </li>
  )
}

type Known = { known: Project['evaluations'][number] | undefined }

function Write({ project, kind, known }: Props & Known): ReactNode {
  const isOpen = !known || known.status === 'draft' || known.status === 'returned'
  if (isOpen && project.status !== 'active') return null
  return (
    <LinkButton
      size="sm"
      variant={project.to_evaluate === kind ? 'filled' : 'default'}
      href={`/preceptor/evaluate/${project.id}?kind=${kind}`}
    >
      {isOpen ? `Write the ${kind}` : `Open the ${kind}`}
    </LinkButton>
  )
}

const pages = {
  student: '/student/progress',
  proctor: '/proctor/dashboard',
  school: '/admin/evaluation-verification',
} as const

function Read({ known }: Known): ReactNode {
  const { role } = useMe()
  if (!known) return null
  const page = role === 'student' || role === 'proctor' ? pages[role] : pages.school
  return (
    <LinkButton size="sm" variant="default" href={`${page}?evaluation=${known.id}`}>
      {`Open the ${known.kind}`}
    </LinkButton>
  )
}

/** Asks the preceptor for it: by a notification, or by a link if they have no account. */
function Ask({ project, kind }: Props): ReactNode {
  const send = useSendLink()
  const current = project.nominations.find(({ status }) => status === 'accepted')
  const isSchool = project.party === 'school' || project.party === 'faculty'
  if (!isSchool || !current || project.status !== 'active') return null
  return (
    <Button
      size="sm"
      variant="default"
      loading={send.isPending}
      onClick={() => send.mutate({ id: current.id, task: 'evaluate', kind })}
    >
      {`Ask for the ${kind}`}
    </Button>
  )
}
