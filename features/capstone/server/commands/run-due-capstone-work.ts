import { notification } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts } from '../../messages.ts'
import {
  type DueConcern,
  type DueNomination,
  type ExpiredNomination,
  escalateConcerns,
  expireNominations,
  claimDaysToConfirm,
  claimPreceptorsGone,
  claimProjectsUncovered,
  claimEvaluationsToRequest,
  findProjectsToCertify,
} from '../queries/claim-due.ts'
import { askForEvaluation } from './ask-for-evaluation.ts'
import { askToConfirm } from './ask-to-confirm.ts'
import { factsForScheduler, issueCertificates } from './issue-certificates.ts'
import { mailDays } from './mail-days.ts'
import { notifyOfProject } from './notify-of-project.ts'

/**
 * For the scheduler: expires nominations that no one answered or can answer, notifies of preceptors who can no longer confirm and of days that can no longer take place, escalates concerns left for a day to
 * the school, asks preceptors for the hours of past days and for evaluations, emails those without an account about days ahead, and issues
 * certificates of hours confirmed after completion.
 */
export async function runDueCapstoneWork(tx: Tx, appUrl: string): Promise<number> {
  const expired = await expireNominations(tx)
  const gone = await claimPreceptorsGone(tx)
  const uncovered = await claimProjectsUncovered(tx)
  const concerns = await escalateConcerns(tx)
  const days = await claimDaysToConfirm(tx)
  const evaluations = await claimEvaluationsToRequest(tx)
  const mailed = await mailDays(tx)
  for (const due of expired) await notifyOfExpired(tx, due)
  for (const due of gone) await notifyOfGone(tx, due)
  for (const { date, ...due } of uncovered)
    await notifyOfProject(
      tx,
      projectOf(due),
      { audience: ['student', 'faculty', 'school', 'facility'], key: `uncovered ${date}` },
      notification(notificationTexts, 'capstone.uncovered', { title: due.title, date }),
    )
  for (const due of concerns) await notifyOfConcern(tx, due)
  for (const due of days) await askToConfirm(tx, projectOf(due), due, { appUrl, key: `confirm ${due.id}` })
  for (const due of evaluations)
    await askForEvaluation(tx, projectOf(due), { ...due, nomination_id: due.id }, appUrl)
  let issued = 0
  for (const project of await findProjectsToCertify(tx))
    issued += await issueCertificates(tx, project, appUrl, factsForScheduler)
  const asked = days.length + evaluations.length
  return expired.length + gone.length + uncovered.length + concerns.length + asked + mailed + issued
}

const projectOf = (due: { project_id: string; title: string; school_name: string }) => ({
  id: due.project_id,
  title: due.title,
  school_name: due.school_name,
})

async function notifyOfExpired(tx: Tx, due: ExpiredNomination): Promise<void> {
  const { title, preceptor_name: preceptor } = due
  const how = due.is_gone ? ('gone' as const) : ('expired' as const)
  const said = notification(notificationTexts, 'capstone.no_answer', { title, preceptor, how })
  await notifyOfProject(
    tx,
    projectOf(due),
    { audience: ['faculty', 'school', 'facility'], key: `expired ${due.id}` },
    said,
  )
}

async function notifyOfGone(tx: Tx, due: DueNomination): Promise<void> {
  const { title, preceptor_name: preceptor } = due
  const said = notification(notificationTexts, 'capstone.preceptor_gone', { title, preceptor })
  await notifyOfProject(tx, projectOf(due), { audience: ['faculty', 'school'], key: `gone ${due.id}` }, said)
}

async function notifyOfConcern(tx: Tx, due: DueConcern): Promise<void> {
  const said = notification(notificationTexts, 'capstone.concern_open', { title: due.title, to: due.to_name })
  const key = `open ${due.id}`
  await notifyOfProject(tx, projectOf(due), { audience: ['school'], type: 'capstone_concern', key }, said)
}
