import { randomBytes } from 'node:crypto'
import type pg from 'pg'

/** Who looked at names, where, and how many days ago. */
const looks = [
  { who: 'frank.education', as: 'facility_admin', unit: 'main-5e', students: 5, days: 2 },
  { who: 'frank.education', as: 'facility_admin', unit: 'main-5e', students: 5, days: 9 },
  { who: 'priya.preceptor', as: 'preceptor', unit: 'main-icu', students: 3, days: 5 },
] as const

/**
 * Inserts releases of information: most of Lakeshore's students released theirs; one on paper and only for Harborview, one revoked it, two
 * never answered, and the sign-in student has yet to decide. Also inserts who at Harborview has seen a name.
 */
export async function insertPrivacy(client: pg.Client, demoId: (name: string) => string): Promise<void> {
  const school = demoId('lakeshore')
  const { rows: students } = await client.query<{ id: string }>(
    `select id from public.users where linked_school_id = $1 and role = 'student' and status = 'active' and email_verified
       and email <> 'jenna.student@lakeshore.example' order by full_name`,
    [school],
  )
  const released = students.slice(0, -2)
  for (const [at, { id }] of released.entries()) {
    const isPaper = at === 1
    await client.query(
      `insert into public.consents (id, school_id, student_id, facility_scope, text_version, granted_at, granted_by, signed_on, expires_at)
       values ($1, $2, $3, $4, $5, now() - interval '60 days', $6, case when $7 then current_date - 62 end, now() + interval '300 days')`,
      [
        demoId(`release ${id}`),
        school,
        id,
        isPaper ? demoId('harborview') : null,
        isPaper ? 'paper' : '2026-11',
        isPaper ? demoId('ana.coordinator@lakeshore.example') : id,
        isPaper,
      ],
    )
    await client.query(
      `update public.users set emergency_contact = 'Parent, (414) 555-01' || lpad($2, 2, '0') where id = $1`,
      [id, String(20 + at)],
    )
  }
  for (const { who, as, unit, students: count, days } of looks)
    await client.query(
      `insert into public.disclosures (school_id, student_id, shift_id, shift_date, facility_id, consent_id, seen_by, seen_by_name, seen_as, fields, day, at)
       select s.school_id, c.student_id, s.id, s.date, s.facility_id, c.id, u.id, u.full_name, $4, '{name,level,school,dates}',
         (now() - make_interval(days => $5))::date, now() - make_interval(days => $5)
       from (select * from public.shifts where facility_id = $2 and school_id = $1 order by abs(date - current_date), id limit 1) s
       cross join (select * from public.consents where school_id = $1 order by student_id limit $6) c
       join public.users u on u.id = $3`,
      [school, demoId(unit), demoId(`${who}@harborview.example`), as, days, count],
    )
  await client.query(
    `update public.consents set revoked_at = now() - interval '1 day', revoked_by = student_id where id = $1`,
    [demoId(`release ${released[2]!.id}`)],
  )
  await insertUnitLink(client, demoId)
}

/** A link to the page of one unit that was opened. Its address does not work, because its random bytes are not stored. */
async function insertUnitLink(client: pg.Client, demoId: (name: string) => string): Promise<void> {
  await client.query(
    `insert into public.unit_links (id, facility_id, token_hash, expires_at, created_at, created_by)
     values ($1, $2, encode(sha256($3::bytea), 'hex'), now() + interval '69 days', now() - interval '21 days', $4)`,
    [demoId('unit link'), demoId('main-5e'), randomBytes(32), demoId('frank.education@harborview.example')],
  )
  await client.query(
    `insert into public.unit_link_openings (link_id, at, address_block)
     select $1, now() - make_interval(days => n, hours => 2), '203.0.113.0/24' from generate_series(1, 19, 2) n`,
    [demoId('unit link')],
  )
}
