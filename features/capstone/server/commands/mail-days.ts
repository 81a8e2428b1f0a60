import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import type { Tx } from '#platform/server/db.ts'
import type { DayStatus } from '../../contract.ts'
import { dayNews, mailedAs } from '../../rules.ts'
import { daysMail } from '../days-mail.ts'

type Changed = {
  id: string
  project_id: string
  title: string
  school: string
  preceptor_id: string
  has_account: boolean
  status: DayStatus
  mailed: string | null
  date: PlainDate
  start_time: string
  end_time: string
}

/** The most days in one round. */
const AT_ONCE = 300

/**
 * As the worker: emails preceptors without an account about their days ahead that were planned, removed or given to someone else, several of
 * a project in one email. Waits some minutes, so that what is changed in one go is in one email. Returns how many were sent.
 */
export async function mailDays(tx: Tx): Promise<number> {
  const { rows } = await sql<Changed>`
    select d.id, d.project_id, p.title, coalesce(s.name, 'your school') as school, d.preceptor_id, r.user_id is not null as has_account, d.status, d.mailed, d.date,
      d.start_time::text as start_time, d.end_time::text as end_time
    from public.capstone_days d join public.capstone_projects p on p.id = d.project_id join public.preceptors r on r.id = d.preceptor_id
    left join public.schools s on s.id = d.school_id
    where d.updated_at between now() - interval '3 days' and now() - interval '5 minutes' and d.status in ('planned', 'reschedule', 'removed')
      and d.starts_at > now() and (r.user_id is null or d.mailed is not null) and d.mailed is distinct from concat_ws(' ', d.preceptor_id, d.status)
    order by d.project_id, d.date limit ${AT_ONCE} for no key update of d skip locked`.execute(tx)
  const news = rows.flatMap((row) => dayNews(row).map((one) => ({ ...row, ...one })))
  const mails = Map.groupBy(news, (one) => `${one.project_id} ${one.to}`)
  for (const days of mails.values()) {
    const { to, title, school } = days[0]!
    const preceptor = await nameOf(tx, to)
    const mail = daysMail({ title, school, preceptor, days })
    await sql`select app.mail_preceptor_link(${to}::uuid, ${mail.subject}, ${mail.text}, ${mail.html})`.execute(
      tx,
    )
  }
  for (const row of rows)
    await tx
      .updateTable('capstone_days')
      .set({ mailed: row.has_account ? null : mailedAs(row) })
      .where('id', '=', row.id)
      .execute()
  return mails.size
}

async function nameOf(tx: Tx, id: string): Promise<string> {
  const { full_name } = await tx
    .selectFrom('preceptors')
    .select('full_name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return full_name
}
