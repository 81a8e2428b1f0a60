import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { giveReason } from '#platform/server/actor.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ProjectEvent } from '../../contract.ts'
import { capstoneRefusals, notificationTexts } from '../../messages.ts'
import {
  failBlocker,
  hoursBlocker,
  projectLabels,
  projectSteps,
  proposalBlocker,
  reasonBlocker,
} from '../../rules.ts'
import { findEvaluationStatuses, whyNotComplete } from '../queries/why-not-complete.ts'
import { issueCertificates } from './issue-certificates.ts'
import { type LockedProject, lockProject, stepProject } from './lock-project.ts'
import { notifyOfProject } from './notify-of-project.ts'
import { withdrawNominations } from './withdraw-nominations.ts'

type Sent = { id: string; version: number; event: ProjectEvent; reason: string | null }

/** Takes a project through a step that needs at most a reason: submit, review, revisions, withdraw, cancel, complete, fail, close. */
export async function moveProject(tx: Tx, sent: Sent, appUrl: string) {
  const project = await lockProject(tx, sent)
  refuseIf(capstoneRefusals, reasonBlocker(sent.event, sent.reason))
  const has = { status: project.status, credited_hours: project.facts.minutes / 60 }
  refuseIf(capstoneRefusals, hoursBlocker(sent.event, has))
  if (sent.event === 'submit') refuseIf(capstoneRefusals, proposalBlocker(proposalOf(project)))
  if (sent.event === 'complete') refuseIf(capstoneRefusals, await whyNotComplete(tx, project))
  if (sent.event === 'fail')
    refuseIf(capstoneRefusals, failBlocker(await findEvaluationStatuses(tx, project.id)))
  const step = projectSteps.find(({ event, from }) => event === sent.event && from === project.status)
  if (!step) refuse(capstoneRefusals, refusal('capstone.not_now'))
  const reason = sent.reason?.trim() || null
  if (reason) await giveReason(tx, reason)
  const moved = await stepProject(
    tx,
    project,
    step.to,
    sent.event === 'request_revisions' ? { feedback: reason } : {},
  )
  if (sent.event === 'complete') await issueCertificates(tx, project, appUrl)
  const key = `${sent.event} ${moved.version}`
  const { title, facts } = project
  if (sent.event === 'submit') {
    const said = notification(notificationTexts, 'capstone.submitted', {
      title,
      student: facts.student_name ?? '',
    })
    await notifyOfProject(tx, project, { audience: project.faculty_id ? ['faculty'] : ['school'], key }, said)
  } else if (sent.event !== 'review') {
    const said = notification(notificationTexts, 'capstone.moved', {
      title,
      status: projectLabels[step.to],
      reason,
    })
    const audience = ['student', 'faculty', 'preceptor'] as const
    const facility = project.facility_id !== null && isUndone(sent.event) ? (['facility'] as const) : []
    await notifyOfProject(tx, project, { audience: [...audience, ...facility], key }, said)
  }
  if (sent.event === 'complete' || isUndone(sent.event)) await removeDaysAhead(tx, project.id)
  if (sent.event === 'complete' || isUndone(sent.event)) await withdrawNominations(tx, project.id, reason)
  return moved
}

const isUndone = (event: ProjectEvent): boolean =>
  event === 'withdraw' || event === 'cancel' || event === 'fail'

/** Removes the days that have not begun; the others stay, and their preceptor may still confirm them. */
const removeDaysAhead = (tx: Tx, id: string) =>
  tx
    .updateTable('capstone_days')
    .set({ status: 'removed' })
    .where('project_id', '=', id)
    .where('status', 'in', ['planned', 'reschedule'])
    .where('starts_at', '>', sql<string>`now()`)
    .execute()

const proposalOf = (project: LockedProject) => ({
  summary: project.summary,
  start_date: project.start_date,
  end_date: project.end_date,
  learning_goals: project.learning_goals as unknown as { goal: string; measure: string }[],
})
