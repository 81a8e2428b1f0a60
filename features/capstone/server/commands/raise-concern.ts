import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Severity } from '../../contract.ts'
import { capstoneRefusals, notificationTexts } from '../../messages.ts'
import { lockProject } from './lock-project.ts'
import { notifyOfProject } from './notify-of-project.ts'

type Sent = { id: string; project_id: string; severity: Severity; narrative: string }

/** A preceptor raises a concern: notifies the responsible person immediately and returns their name. Repeating it changes nothing. */
export async function raiseConcern(tx: Tx, { id, project_id, severity, narrative }: Sent): Promise<string> {
  const project = await lockProject(tx, { id: project_id })
  const { rows } = await sql<{ id: string; full_name: string }>`
    select r.id, r.full_name from public.preceptors r where r.id in (select app.preceptor_ids())
    order by r.id in (select d.preceptor_id from public.capstone_days d where d.project_id = ${project_id}::uuid) desc limit 1`.execute(
    tx,
  )
  const by = rows[0]
  if (!by || project.facts.party !== 'preceptor') refuse(capstoneRefusals, refusal('capstone.not_found'))
  // The project is locked, so a repeated request finds it. "On conflict" would demand that a link shows concerns, and it shows none.
  const known = await tx.selectFrom('capstone_concerns').select('id').where('id', '=', id).executeTakeFirst()
  if (known) return project.facts.contact_name
  await tx
    .insertInto('capstone_concerns')
    .values({
      id,
      school_id: project.school_id,
      project_id,
      preceptor_id: by.id,
      raised_by_name: by.full_name,
      severity,
      text: narrative,
      to_id: project.facts.contact_id,
      to_name: project.facts.contact_name,
    })
    .execute()
  const said = notification(notificationTexts, 'capstone.concern', {
    title: project.title,
    severity,
    by: by.full_name,
  })
  const audience =
    project.facts.contact_id === project.faculty_id ? (['faculty'] as const) : (['school'] as const)
  await notifyOfProject(tx, project, { audience, type: 'capstone_concern', key: `concern ${id}` }, said)
  return project.facts.contact_name
}

/** The school answers a concern; the preceptor is notified. */
export async function answerConcern(tx: Tx, { id, answer }: { id: string; answer: string }): Promise<void> {
  const found = await tx
    .selectFrom('capstone_concerns')
    .select(['project_id', 'preceptor_id', 'answer'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) refuse(capstoneRefusals, refusal('capstone.not_found'))
  const project = await lockProject(tx, { id: found.project_id })
  if (found.answer !== null) refuse(capstoneRefusals, refusal('capstone.answered'))
  await tx.updateTable('capstone_concerns').set({ answer }).where('id', '=', id).execute()
  const said = notification(notificationTexts, 'capstone.concern_answered', { title: project.title, answer })
  await notifyOfProject(
    tx,
    project,
    { audience: ['preceptor'], type: 'capstone_concern', key: `answer ${id}`, preceptor: found.preceptor_id },
    said,
  )
}
