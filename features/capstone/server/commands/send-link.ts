import { sql } from 'kysely'
import type { LinkTask } from '#features/preceptors/rules.ts'
import type { EvaluationTask } from '../../contract.ts'
import type { Tx } from '#platform/server/db.ts'
import { newToken } from '#platform/server/session.ts'
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

/** Sends a preceptor without an account the link for one task; does nothing for one who signs in. The link before it stops working. */
export async function sendLink(tx: Tx, { appUrl, task, project, day, kind, ...to }: Sent): Promise<void> {
  const { token, hash } = newToken()
  const mail = linkMail(task, { appUrl, token, title: project.title, school: project.school_name, preceptor: to.preceptor_name, date: day?.date ?? null, kind }) // prettier-ignore
  await sql`select app.send_capstone_link(${to.preceptor_id}::uuid, ${task}, ${kind ?? null}, ${project.id}::uuid, ${to.nomination_id ?? null}::uuid, ${day?.id ?? null}::uuid,
    ${hash}, ${mail.subject}, ${mail.text}, ${mail.html})`.execute(tx)
}
