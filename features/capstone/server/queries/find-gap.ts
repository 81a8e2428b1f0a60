import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import { refusal } from '#core/refusal.ts'
import type { AgreementGapReason } from '#features/partnerships/contract.ts'
import type { AgreementGap } from '#features/partnerships/rules.ts'
import type { Tx } from '#platform/server/db.ts'

type Asked = {
  id: string
  school_id: string
  student_id: string
  facility_id: string | null
  today: PlainDate
}
type Gap = { reason: AgreementGapReason; facts: Omit<AgreementGap, 'reason'> }

/**
 * Why the agreement with a facility does not cover days of a project: the reasons for which precepted shifts on them would be
 * refused, in order. Days that are over need an agreement for their date, but no longer an active one.
 */
export async function findGaps(tx: Tx, project: Asked, dates: readonly PlainDate[]) {
  const { id, school_id, facility_id, student_id, today } = project
  const plan = { id, school_id, facility_id, experience_type: 'precepted' }
  // Of the cohort that the student is in on the day. For callers who may not read it, any program fits: it was checked when the facility
  // was asked.
  const { rows } = await sql<Gap>`
    select c.reason, c.facts from unnest(${dates}::date[]) d (date)
    cross join lateral app.partnership_covers(${JSON.stringify(plan)}::jsonb || jsonb_build_object('date', d.date), p_program_ids =>
      array(select k.program_id from public.cohort_memberships m join public.cohorts k on k.id = m.cohort_id and k.school_id = m.school_id
        where m.student_id = ${student_id}::uuid and m.school_id = ${school_id}::uuid and m.from_date <= d.date and (m.to_date is null or m.to_date > d.date) and k.program_id is not null)) c
    where c.reason is not null and (c.reason <> 'not_active' or d.date >= ${today}::date) order by d.date`.execute(
    tx,
  )
  return rows.map(({ reason, facts }) => refusal(`cover.${reason}`, facts))
}

/** Why the agreement with a facility covers neither the first nor the last day of a project, or null: which of the days between can be planned shows when they are. */
export async function findGapOfSpan(tx: Tx, project: Asked & { start_date: PlainDate; end_date: PlainDate }) {
  const { start_date: start, end_date: end, today } = project
  const [first, last] = await findGaps(tx, project, [start < today && today <= end ? today : start, end])
  return last ? first! : null
}

/** The first of these days from today on, on which the unit or its site takes no students, or null. */
export async function findClosedDay(tx: Tx, { facility_id, today }: Asked, dates: readonly PlainDate[]) {
  const { rows } = await sql<{ date: PlainDate; unit: string; status: string }>`
    select d.date::text as date, f.name as unit, case when f.status <> 'active' then f.status else 'closed to students' end as status
    from unnest(${dates}::date[]) d (date) join public.facilities f on f.id = ${facility_id}::uuid
    left join public.units u on u.id = f.id left join public.sites s on s.id in (f.id, f.parent_id)
    where d.date >= ${today}::date and (f.status <> 'active' or d.date = any (s.holidays)
      or exists (select from jsonb_array_elements(u.blackout) b where d.date between (b ->> 'from')::date and (b ->> 'to')::date))
    order by d.date limit 1`.execute(tx)
  return rows[0] ? refusal('capstone.closed_day', rows[0]) : null
}
