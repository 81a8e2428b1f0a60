import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import { LINKS_A_DAY, type LinkTask } from '#features/preceptors/rules.ts'
import { preceptorRefusals } from '#features/preceptors/server/public.ts'
import type { EvaluationTask } from '../../contract.ts'
import type { Tx } from '#platform/server/db.ts'
import { linkMail } from '../link-mails.ts'

type Sent = {
  appUrl: string
  task: LinkTask
  project: { id: string; title: string; school_name: string }
  nomination_id?: string | null
  preceptor_id: string
  preceptor_name: string
  day?: { id: string; date: string }
  kind?: EvaluationTask
}

/** Sends a preceptor without an account the link for one task; does nothing if they have an account. The earlier link stops working. */
export async function sendLink(tx: Tx, { appUrl, task, project, day, kind, ...to }: Sent): Promise<void> {
  if (!(await needsLink(tx, to.preceptor_id))) return
  const id = randomUUID()
  const about = {
    preceptor_id: to.preceptor_id,
    task,
    kind: kind ?? null,
    project_id: project.id,
    day_id: day?.id ?? null,
  }
  await replaceLink(tx, about)
  const { school_id } = await tx
    .selectFrom('capstone_projects')
    .select('school_id')
    .where('id', '=', project.id)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('preceptor_links')
    .values({ ...about, id, school_id, nomination_id: to.nomination_id ?? null })
    .execute()
  const { preceptor_id, project_id } = about
  await tx
    .insertInto('preceptor_link_events')
    .values({ school_id, project_id, preceptor_id, task, what: 'sent' })
    .execute()
  const mail = linkMail(task, {
    appUrl,
    title: project.title,
    school: project.school_name,
    preceptor: to.preceptor_name,
    date: day?.date ?? null,
    kind,
  })
  await sql`select app.mail_preceptor_link(${id}::uuid, ${mail.subject}, ${mail.text}, ${mail.html})`.execute(
    tx,
  )
}

/** True if the preceptor has no account. Refuses if they have already been sent the daily limit of links, unless the scheduler asks. */
async function needsLink(tx: Tx, preceptor_id: string): Promise<boolean> {
  const { rows } = await sql<{ sent: number | null; is_scheduler: boolean }>`
    select app.links_sent(${preceptor_id}::uuid) as sent, session_user = 'app_worker' as is_scheduler`.execute(
    tx,
  )
  const { sent, is_scheduler } = rows[0]!
  if (sent !== null && sent >= LINKS_A_DAY && !is_scheduler)
    refuse(preceptorRefusals, refusal('link.too_many'))
  return sent !== null
}

type About = {
  preceptor_id: string
  task: LinkTask
  kind: string | null
  project_id: string
  day_id: string | null
}

/** Disables the earlier link for the same task. */
async function replaceLink(tx: Tx, { preceptor_id, task, kind, project_id, day_id }: About): Promise<void> {
  await tx
    .updateTable('preceptor_links')
    .set({ replaced_at: sql<string>`now()` })
    .where((is) => is.and({ preceptor_id, task, project_id }))
    .where('kind', 'is not distinct from', kind)
    .where('day_id', 'is not distinct from', day_id)
    .where('replaced_at', 'is', null)
    .where('spent_at', 'is', null)
    .execute()
}
