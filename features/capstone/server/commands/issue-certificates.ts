import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { hoursIn } from '#core/number-text.ts'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { capstoneRefusals, notificationTexts } from '../../messages.ts'
import { notifyOfProject } from './notify-of-project.ts'
import { sendLink } from './send-link.ts'

type Issued = {
  id: string
  preceptor_id: string
  preceptor_name: string
  school_name: string
  minutes: number
}
type Project = { id: string; title: string }

/** What a certificate says besides the hours, for those who are a party to project p. */
const factsForParties = sql`app.capstone_facts(array[p.id])`
/** The same for the scheduler, which is no party. */
export const factsForScheduler = sql`(
  select s.name as school_name, i.name as facility_name, y.full_name as faculty_name, coalesce(i.time_zone, s.time_zone) as time_zone
  from public.schools s left join public.facilities i on i.id = p.facility_id left join public.users y on y.id = p.faculty_id where s.id = p.school_id)`

/**
 * Issues a certificate of hours to every preceptor of a completed project who has more hours than their last one says, with thanks: by a
 * notification, or by a link. Returns how many were issued.
 */
export async function issueCertificates(
  tx: Tx,
  project: Project,
  appUrl: string,
  facts: RawBuilder<unknown> = factsForParties,
): Promise<number> {
  // From the ledger: what was confirmed and not reversed.
  const { rows } = await sql<Issued>`
    insert into public.capstone_certificates (school_id, project_id, preceptor_id, preceptor_name, school_name, facility_name, faculty_name, course_code, minutes, days,
      first_day, last_day, issued_on)
    select p.school_id, p.id, d.preceptor_id, max(d.preceptor_name), f.school_name, coalesce(
        (select concat_ws(', ', u.name, above.name) from public.facilities u left join public.facilities above on above.id = u.parent_id and u.kind = 'unit'
          where u.id = (array_agg(d.facility_id order by d.date desc))[1]), f.facility_name), f.faculty_name, p.course_code,
      sum(e.minutes + coalesce(v.minutes, 0)), count(*), min(d.date), max(d.date), (now() at time zone f.time_zone)::date
    from public.capstone_projects p cross join lateral ${facts} f join public.capstone_days d on d.project_id = p.id
    join public.hours_entries e on e.capstone_day_id = d.id and e.school_id = d.school_id
    left join public.hours_entries v on v.reverses = e.id and v.school_id = e.school_id
    where p.id = ${project.id}::uuid and e.minutes + coalesce(v.minutes, 0) > 0
    group by p.id, d.preceptor_id, f.school_name, f.facility_name, f.faculty_name, f.time_zone
    having sum(e.minutes + coalesce(v.minutes, 0)) > coalesce((select max(c.minutes) from public.capstone_certificates c
      where c.project_id = p.id and c.preceptor_id = d.preceptor_id), 0)
    on conflict do nothing returning *`.execute(tx)
  for (const one of rows) {
    await sendOne(tx, project, { ...one, key: one.id }, appUrl)
  }
  return rows.length
}

async function sendOne(
  tx: Tx,
  { id, title }: Project,
  one: Omit<Issued, 'id'> & { key: string },
  appUrl: string,
): Promise<void> {
  const { preceptor_id, preceptor_name, school_name, minutes, key } = one
  const values = { title, school: school_name, hours: hoursIn(minutes) }
  const said = notification(notificationTexts, 'capstone.thanked', values)
  await notifyOfProject(
    tx,
    { id },
    { audience: ['preceptor'], key: `certificate ${key}`, preceptor: preceptor_id },
    said,
  )
  await sendLink(tx, {
    appUrl,
    task: 'certificate',
    project: { id, title, school_name },
    preceptor_id,
    preceptor_name,
  })
}

/** Notifies a preceptor of their certificate again, or sends a new link. */
export async function sendCertificate(tx: Tx, id: string, appUrl: string): Promise<void> {
  const one = await tx
    .selectFrom('capstone_certificates as c')
    .innerJoin('capstone_projects as p', 'p.id', 'c.project_id')
    .select(['p.id', 'p.title', 'c.preceptor_id', 'c.preceptor_name', 'c.school_name', 'c.minutes'])
    .where('c.id', '=', id)
    .executeTakeFirst()
  if (!one) refuse(capstoneRefusals, refusal('capstone.no_certificate'))
  await sendOne(tx, one, { ...one, key: randomUUID() }, appUrl)
}
