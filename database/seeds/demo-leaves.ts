import type pg from 'pg'
import { addDays, type PlainDate } from '#core/plain-date.ts'

type Ids = (name: string) => string

/** Two leaves at Lakeshore: one student is away now, one returned a week ago. Neither has seats on those days. */
export async function insertLeaves(client: pg.Client, demoId: Ids, today: PlainDate): Promise<void> {
  const [school, ana] = [demoId('lakeshore'), demoId('ana.coordinator@lakeshore.example')]
  for (const { name, from, to, reason, note } of [
    {
      name: 'away',
      from: -12,
      to: 37,
      reason: 'parental',
      note: 'Returns for the second half of the semester.',
    },
    { name: 'returned', from: -50, to: -8, reason: 'medical', note: null },
  ])
    await client.query(
      `insert into public.student_leaves (id, school_id, student_id, starts_on, ends_on, reason, note, recorded_by, created_at)
       select $1, $2, u.id, $3, $4, $5, $6, $7, $3::date - interval '9 days' from public.users u
       where u.linked_school_id = $2 and u.role = 'student' and u.status = 'active' and u.email <> all ($8)
         and not exists (select from public.student_leaves l where l.student_id = u.id)
         and not exists (select from public.assignments a join public.shifts x on x.id = a.shift_id
           where a.student_id = u.id and x.date between $3 and $4 and a.status <> 'cancelled')
       order by u.full_name desc, u.id limit 1`,
      [
        demoId(`leave ${name}`),
        school,
        addDays(today, from),
        addDays(today, to),
        reason,
        note,
        ana,
        ['jenna.student@lakeshore.example'],
      ],
    )
}
