import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'
import type { Releases } from '../../contract.ts'
import { MAX_RELEASE_DAYS } from '../../rules.ts'

/** A student's releases with what the form to give one needs; undefined if the caller may not see the student. */
export async function releasesOf(tx: Tx, student: string): Promise<Releases | undefined> {
  const { rows } = await sql<Releases>`
    select u.id as student_id, s.name as school_name, u.emergency_contact, u.directory_opt_out_at, app.school_today(s.id) as today,
      least(case when u.graduation_date > app.school_today(s.id) then u.graduation_date else app.school_today(s.id) + 365 end,
        app.school_today(s.id) + ${sql.lit(MAX_RELEASE_DAYS)}) as proposed_end,
      coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'state',
          case when c.revoked_at is not null then 'revoked' when c.expires_at <= now() then 'expired' else 'in_force' end, 'facility_scope', c.facility_scope, 'facility_name', f.name,
          'text_version', c.text_version, 'signed_on', c.signed_on, 'granted_at', c.granted_at, 'granted_by_name', g.full_name,
          'last_day', ((c.expires_at - interval '1 second') at time zone s.time_zone)::date, 'revoked_at', c.revoked_at) order by c.granted_at desc, c.id)
        from public.consents c left join public.facilities f on f.id = c.facility_scope left join public.users g on g.id = c.granted_by
        where c.student_id = u.id and c.school_id = u.linked_school_id), '[]') as releases,
      coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) order by p.name, p.id)
        from public.facilities p where p.id in (select app.releasable_facilities(s.id))), '[]') as facilities
    from public.users u join public.schools s on s.id = u.linked_school_id
    where u.id = ${student} and u.role = 'student' and u.email_verified`.execute(tx)
  return rows[0]
}
