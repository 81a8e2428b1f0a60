import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { addDays } from '#core/plain-date.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { NominationStatus } from '../../contract.ts'
import { capstoneRefusals, notificationTexts } from '../../messages.ts'
import { ANSWER_DAYS, nominationBlocker } from '../../rules.ts'
import { listCandidates } from '../queries/list-candidates.ts'
import { type LockedProject, lockProject } from './lock-project.ts'
import { notifyOfProject } from './notify-of-project.ts'
import { sendLink } from './send-link.ts'

type Sent = { id: string; project_id: string; preceptor_id: string }

/** Nominates an eligible preceptor: if the school nominates, they are asked immediately; if a facility does, after the school agrees. */
export async function nominate(
  tx: Tx,
  { id, project_id, preceptor_id }: Sent,
  appUrl: string,
): Promise<void> {
  const project = await lockProject(tx, { id: project_id })
  const others = await tx
    .selectFrom('capstone_nominations')
    .select('status')
    .where('project_id', '=', project_id)
    .execute()
  refuseIf(
    capstoneRefusals,
    nominationBlocker(
      project.status,
      others.map((one) => one.status as NominationStatus),
    ),
  )
  const name = await eligible(tx, project, preceptor_id)
  const isSchool = project.facts.party === 'school' || project.facts.party === 'faculty'
  await tx
    .insertInto('capstone_nominations')
    .values({
      id,
      school_id: project.school_id,
      project_id,
      preceptor_id,
      preceptor_name: name,
      status: isSchool ? 'asked' : 'proposed',
      answer_by: isSchool ? addDays(project.facts.today, ANSWER_DAYS) : null,
    })
    .execute()
  if (isSchool) return askPreceptor(tx, project, { id, preceptor_id, preceptor_name: name }, appUrl)
  const said = notification(notificationTexts, 'capstone.proposed', { title: project.title, preceptor: name })
  await notifyOfProject(tx, project, { audience: ['faculty', 'school'], key: `proposed ${id}` }, said)
}

/** The name of an eligible preceptor, for a day or for the whole project; refuses with every reason if they are not. */
export async function eligible(
  tx: Tx,
  project: LockedProject,
  preceptorId: string,
  date?: string,
): Promise<string> {
  // Two schools at once: the second counts the student of the first.
  await sql`select pg_advisory_xact_lock(hashtextextended('preceptor ' || ${preceptorId}, 0))`.execute(tx)
  const [candidate] = await listCandidates(tx, project, { id: preceptorId, date })
  if (!candidate)
    refuse(
      capstoneRefusals,
      refusal('capstone.not_eligible', { why: ['Choose a preceptor of the facility.'] }),
    )
  if (candidate.blockers.length > 0)
    refuse(capstoneRefusals, refusal('capstone.not_eligible', { why: candidate.blockers }))
  return candidate.full_name
}

type Asked = { id: string; preceptor_id: string; preceptor_name: string }

/** Asks a preceptor: by a notification, or by a link if they have no account. */
export async function askPreceptor(tx: Tx, project: LockedProject, nomination: Asked, appUrl: string) {
  const by = addDays(project.facts.today, ANSWER_DAYS)
  const { title, id, facts } = project
  const said = notification(notificationTexts, 'capstone.asked', { title, school: facts.school_name, by })
  await notifyOfProject(
    tx,
    project,
    { audience: ['preceptor'], key: `asked ${nomination.id}`, preceptor: nomination.preceptor_id },
    said,
  )
  await sendLink(tx, {
    appUrl,
    task: 'accept',
    project: { id, title, school_name: facts.school_name },
    nomination_id: nomination.id,
    ...namesOf(nomination),
  })
}

const namesOf = ({ preceptor_id, preceptor_name }: Asked) => ({ preceptor_id, preceptor_name })
