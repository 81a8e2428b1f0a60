import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
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

/** Issues a certificate of hours to every preceptor of a completed project, with thanks: by a notification, or by a link. */
export async function issueCertificates(tx: Tx, project: Project, appUrl: string): Promise<void> {
  // From the ledger: what was confirmed and not reversed.
  const { rows } = await sql<Issued>`
    insert into public.capstone_certificates (school_id, project_id, preceptor_id, preceptor_name, school_name, facility_name, faculty_name, course_code, minutes, days,
      first_day, last_day, issued_on)
    select p.school_id, p.id, d.preceptor_id, max(d.preceptor_name), f.school_name, coalesce(
        (select concat_ws(', ', u.name, above.name) from public.facilities u left join public.facilities above on above.id = u.parent_id and u.kind = 'unit'
          where u.id = (array_agg(d.facility_id order by d.date desc))[1]), f.facility_name), f.faculty_name, p.course_code,
      sum(e.minutes + coalesce(v.minutes, 0)), count(*), min(d.date), max(d.date), (now() at time zone f.time_zone)::date
    from public.capstone_projects p cross join lateral app.capstone_facts(array[p.id]) f join public.capstone_days d on d.project_id = p.id
    join public.hours_entries e on e.capstone_day_id = d.id and e.school_id = d.school_id
    left join public.hours_entries v on v.reverses = e.id and v.school_id = e.school_id
    where p.id = ${project.id}::uuid and e.minutes + coalesce(v.minutes, 0) > 0
    group by p.id, d.preceptor_id, f.school_name, f.facility_name, f.faculty_name, f.time_zone
    on conflict do nothing returning *`.execute(tx)
  for (const one of rows) {
    await sendOne(tx, project, { ...one, key: one.id }, appUrl)
  }
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
