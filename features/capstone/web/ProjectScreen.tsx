import { specialtyLabels } from '#core/specialties.ts'
import { Button } from '@mantine/core'
import { IconCalendarOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatRange } from '#core/plain-date.ts'
import { notClearedInWords } from '#features/credentials/rules.ts'
import { isRefusal, messageOf } from '#platform/web/api.ts'
import { useAction } from '#platform/web/kit/use-actions.tsx'
import { useMe } from '#features/accounts/web/public.ts'
import { Banner } from '#ui/Banner.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Timeline } from '#ui/Timeline.tsx'
import type { Project, ProjectEvent } from '../contract.ts'
import { hasBegun, projectLabels, mainStatuses, mainStatusIndex } from '../rules.ts'
import classes from './Capstone.module.css'
import { eventLabel, nextOf, typeLabels } from './capstone-words.ts'
import { Certificates } from './Certificates.tsx'
import { Goals } from './Goals.tsx'
import { Concerns } from './Concerns.tsx'
import { Days } from './Days.tsx'
import { Deliverables } from './Deliverables.tsx'
import { Evaluations } from './Evaluations.tsx'
import { Preceptor } from './Preceptor.tsx'
import { ProjectBadge } from './ProjectBadge.tsx'
import { useMove } from './mutations.ts'
import { capstone } from './queries.ts'

const ProposalDrawer = lazyDialog(() => import('./ProposalDrawer.tsx').then((m) => m.ProposalDrawer), {
  opened: false,
})
const ApproveDialog = lazyDialog(() => import('./ApproveDialog.tsx').then((m) => m.ApproveDialog), {
  opened: false,
})
const AskFacilityDialog = lazyDialog(
  () => import('./AskFacilityDialog.tsx').then((m) => m.AskFacilityDialog),
  { opened: false },
)

type Props = { id: string; as?: 'preceptor'; back: { label: string; href: string } }

/** A capstone project for all of its parties: its status, the next step, and their actions (Domain 2.6). */
export function ProjectScreen({ id, as, back }: Props): ReactNode {
  const query = useQuery({ ...capstone.get.queryOptions({ input: { id, ...(as && { as }) } }), staleTime: 0 })
  if (!query.data && isRefusal(query.error))
    return (
      <Page title="Capstone project" breadcrumbs={[back]}>
        <EmptyState
          icon={IconCalendarOff}
          title="Project not found"
          description={messageOf(query.error)}
          action={<LinkButton href={back.href}>{back.label}</LinkButton>}
        />
      </Page>
    )
  const project = query.data
  return (
    <Page
      title={project?.title ?? 'Capstone project'}
      breadcrumbs={[back]}
      badge={project && <ProjectBadge status={project.status} />}
      description={
        project &&
        [project.party !== 'student' && project.student_name, project.course_code, project.facility_name]
          .filter(Boolean)
          .join(' · ')
      }
      actions={project && <Actions project={project} />}
      query={query}
      failedTitle="This project couldn’t be loaded"
    >
      {(loaded) => <Sections project={loaded} />}
    </Page>
  )
}

function Sections({ project }: { project: Project }): ReactNode {
  return (
    <>
      <Standing project={project} />
      <Preceptor project={project} />
      <Days project={project} />
      <Deliverables project={project} />
      <Evaluations project={project} />
      <Certificates project={project} />
      <Proposal project={project} />
      <Concerns project={project} />
      {project.events.length > 0 && (
        <PageSection title="History">
          <Timeline
            most={200}
            events={project.events.map(({ id, at, event, by, reason }) => ({
              id: String(id),
              at,
              by,
              title: eventLabel(event),
              note: reason,
            }))}
          />
        </PageSection>
      )}
    </>
  )
}

/** The project's position, its hours, and the next step. */
function Standing({ project }: { project: Project }): ReactNode {
  const me = useMe()
  const at = mainStatusIndex(project.status)
  return (
    <PageSection title="Where it is">
      {at >= 0 && (
        <ol className={classes.way} aria-label="Steps">
          {mainStatuses.map((step, index) => (
            <li
              key={step}
              className={classes.step}
              data-reached={index <= at || undefined}
              aria-current={index === at ? 'step' : undefined}
            >
              {projectLabels[step]}
            </li>
          ))}
        </ol>
      )}
      {project.status === 'revisions_requested' && project.feedback && (
        <Banner kind="warning" title="Revisions requested">
          {project.feedback}
        </Banner>
      )}
      <Banner kind={project.next.code === 'done' ? 'success' : 'info'} title="Next">
        {nextOf(project, me.full_name)}
      </Banner>
      <KeyValue
        items={[
          { label: 'Hours', value: `${project.credited_hours} of ${project.required_hours} confirmed` },
          { label: 'Dates', value: formatRange(project.start_date, project.end_date) },
          { label: 'Facility', value: project.facility_name },
          { label: 'Faculty member', value: project.faculty_name },
          ...(project.clearance
            ? [
                {
                  label: 'Clearance',
                  value:
                    notClearedInWords(project.clearance) ??
                    (project.clearance.status === 'cleared_with_condition'
                      ? 'Cleared with a condition'
                      : 'Cleared'),
                },
              ]
            : []),
        ]}
      />
      {project.completion_blocker && (project.party === 'school' || project.party === 'faculty') && (
        <p className={classes.dim}>{`Not complete yet: ${project.completion_blocker}`}</p>
      )}
    </PageSection>
  )
}

function Proposal({ project }: { project: Project }): ReactNode {
  return (
    <PageSection title="Proposal">
      <KeyValue
        items={[
          { label: 'School', value: project.school_name },
          ...(project.semester_name ? [{ label: 'Semester', value: project.semester_name }] : []),
          { label: 'Specialty', value: specialtyLabels[project.specialty as keyof typeof specialtyLabels] },
          { label: 'Kind', value: typeLabels[project.project_type] },
          { label: 'Preferred units', value: project.preferred_units },
          { label: 'Skills', value: project.skills.join(', ') },
          { label: 'Summary', value: project.summary },
        ]}
      />
      {project.learning_goals.length > 0 && (
        <>
          <h3>Learning goals</h3>
          <Goals project={project} />
        </>
      )}
    </PageSection>
  )
}

const moves: Partial<
  Record<
    ProjectEvent,
    { title: string; body?: string; label: string; needsReason: boolean; danger?: boolean }
  >
> = {
  withdraw: { title: 'Withdraw this project?', label: 'Withdraw project', needsReason: false, danger: true },
  request_revisions: {
    title: 'What should the student revise?',
    label: 'Request revisions',
    needsReason: true,
  },
  cancel: { title: 'Cancel this project?', label: 'Cancel project', needsReason: true, danger: true },
  complete: {
    title: 'Complete this project?',
    body: 'Its preceptors get their certificates of hours, and days ahead are removed. It can’t be reopened.',
    label: 'Complete project',
    needsReason: false,
  },
  fail: { title: 'End this project as failed?', label: 'End as failed', needsReason: true, danger: true },
}

/** The reader's actions on the whole project. */
function Actions({ project }: { project: Project }): ReactNode {
  const move = useMove()
  const [open, setOpen] = useState<'proposal' | 'approve' | 'facility'>()
  const { id, version, status, party } = project
  const isSchool = party === 'school' || party === 'faculty'
  const [ask, question] = useAction<{ event: ProjectEvent }>({
    label: 'Update project',
    ask: ({ event }) => {
      const asked = moves[event]
      return (
        asked && {
          title: asked.title,
          body: asked.body,
          confirmLabel: asked.label,
          isDanger: asked.danger ?? false,
          ...(asked.needsReason && { reason: { label: 'Reason', isRequired: true } }),
        }
      )
    },
    run: ({ event }, { reason, tick }) =>
      move.mutateAsync({ id, version, event, ...(moves[event] && { reason: reason || null, ...tick }) }),
    tellsFailure: true,
  })
  const button = (event: ProjectEvent, label: string, isMain = false) => (
    <Button
      key={event}
      variant={isMain ? 'filled' : 'default'}
      loading={move.isPending}
      onClick={() => ask({ event })}
    >
      {label}
    </Button>
  )
  const dialog = (name: 'proposal' | 'approve' | 'facility', label: string, isMain = false) => (
    <Button key={name} variant={isMain ? 'filled' : 'default'} onClick={() => setOpen(name)}>
      {label}
    </Button>
  )
  const close = () => setOpen(undefined)
  const mayEnd = status !== 'matched' && hasBegun(project)
  return (
    <>
      {question}
      {party === 'student' && isWithdrawable(project) && button('withdraw', 'Withdraw')}
      {/* After a request for revisions, editing is the main action. */}
      {party === 'student' &&
        status === 'draft' && [
          dialog('proposal', 'Edit proposal'),
          button('submit', 'Submit proposal', true),
        ]}
      {party === 'student' &&
        status === 'revisions_requested' && [
          button('submit', 'Submit proposal'),
          dialog('proposal', 'Edit proposal', true),
        ]}
      {party === 'school' &&
        project.faculty_name &&
        !isEnded(project) &&
        dialog('approve', 'Change faculty member')}
      {party === 'school' && !isEnded(project) && button('cancel', 'Cancel project')}
      {isSchool && status === 'submitted' && button('review', 'Start review', true)}
      {isSchool &&
        status === 'under_review' && [
          button('request_revisions', 'Request revisions'),
          dialog('approve', 'Approve', true),
        ]}
      {isSchool && status === 'approved' && dialog('facility', 'Ask a facility', true)}
      {isSchool && status === 'awaiting_preceptor' && dialog('facility', 'Ask another facility')}
      {party === 'school' && mayEnd && button('fail', 'End as failed')}
      {isSchool && mayEnd && button('complete', 'Complete project', project.completion_blocker === null)}
      {isSchool && status === 'completed' && button('close', 'Close project', true)}
      <ProposalDrawer opened={open === 'proposal'} project={project} onClose={close} />
      <ApproveDialog opened={open === 'approve'} project={project} onClose={close} />
      <AskFacilityDialog opened={open === 'facility'} project={project} onClose={close} />
    </>
  )
}

const isEnded = ({ status }: Project): boolean => mainStatusIndex(status) < 0 || mainStatusIndex(status) > 4
const isWithdrawable = (project: Project): boolean => !isEnded(project) && !hasBegun(project)
