import { type RawBuilder, sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { addDays } from '#core/plain-date.ts'
import { refusal, refuse, refuseIf } from '#core/refusal.ts'
import type { ShiftFacts } from '#core/shift-facts.ts'
import { lockDays, refuseWithinLeave } from '#features/leaves/server/public.ts'
import { agreementGapRefusals } from '#features/partnerships/server/public.ts'
import { isNight } from '#features/shifts/rules.ts'
import type { Tx } from '#platform/server/db.ts'
import type { DayKind } from '../../contract.ts'
import { capstoneRefusals, notificationTexts } from '../../messages.ts'
import { planBlocker } from '../../rules.ts'
import { hoursPerDay } from '../queries/hours-per-day.ts'
import { findClosedDay, findGaps } from '../queries/find-gap.ts'
import { lockProject } from './lock-project.ts'
import { notifyOfProject } from './notify-of-project.ts'

type Planned = { id: string; date: string; start_time: string; end_time: string; kind: DayKind }

/**
 * Plans days with the project's preceptor: the student follows their roster. Days of a project do
 * not overlap each other or the student's shifts: planning waits for a seat that is being taken, and
 * a seat requested meanwhile sees the days (features/departures/db/guards.sql).
 */
export async function planDays(tx: Tx, projectId: string, days: readonly Planned[]): Promise<void> {
  const project = await lockProject(tx, { id: projectId })
  refuseIf(capstoneRefusals, planBlocker(project, days, await hoursPerDay(tx, project.school_id)))
  const dates = [...new Set(days.map(({ date }) => date))]
  const asked = { ...project, today: project.facts.today }
  refuseIf(agreementGapRefusals, (await findGaps(tx, asked, dates))[0])
  refuseIf(capstoneRefusals, await findClosedDay(tx, asked, dates))
  // Before the student, in the order in which a shift is moved.
  await lockUnit(tx, project)
  await lockDays(tx, project.student_id)
  await refuseWithinLeave(tx, project.student_id, dates)
  const preceptor = await tx
    .selectFrom('capstone_nominations')
    .select(['preceptor_id', 'preceptor_name'])
    .where('project_id', '=', projectId)
    .where('status', '=', 'accepted')
    .executeTakeFirst()
  if (!preceptor) refuse(capstoneRefusals, refusal('capstone.no_preceptor'))
  const { school_id, facility_id } = project
  const rows = days.map((day) => ({
    ...day,
    ...preceptor,
    school_id,
    project_id: projectId,
    starts_at: instantAt(facility_id, day.date, day.start_time),
    ends_at: instantAt(
      facility_id,
      day.end_time <= day.start_time ? addDays(day.date, 1) : day.date,
      day.end_time,
    ),
  }))
  await refuseWithinShifts(tx, project, rows)
  await tx.insertInto('capstone_days').values(rows).execute()
  const [first, last] = [dates.toSorted()[0]!, dates.toSorted().at(-1)!]
  const said = notification(notificationTexts, 'capstone.days_planned', {
    title: project.title,
    days: days.length,
    first,
    last,
  })
  const to = { audience: ['student', 'preceptor'], key: `planned ${days[0]!.id}` } as const
  await notifyOfProject(tx, project, { ...to, preceptor: preceptor.preceptor_id }, said)
}

type Times = Pick<Planned, 'start_time' | 'end_time'> & {
  starts_at: RawBuilder<string>
  ends_at: RawBuilder<string>
}

/**
 * Refuses days at the time of a shift with a seat of the student, or within the rest after a night, and
 * names the shift if the caller may see it: PostgreSQL refuses the others.
 */
async function refuseWithinShifts(
  tx: Tx,
  { student_id: studentId, school_id: schoolId }: { student_id: string; school_id: string },
  days: readonly Times[],
): Promise<void> {
  const times = sql.join(
    days.map(({ starts_at: from, ends_at: to, start_time: start, end_time: end }) => {
      const rest = isNight(start, end)
        ? sql`make_interval(hours => app.school_setting(${schoolId}::uuid, 'rest_after_night_h')::integer)`
        : sql`interval '0'`
      return sql`(tstzrange(${from}, ${to} + ${rest}))`
    }),
  )
  const { rows } = await sql<ShiftFacts>`
    select f.name as unit, p.name as site, x.date::text as date, to_char(x.start_time, 'HH24:MI') as start_time, to_char(x.end_time, 'HH24:MI') as end_time
    from (values ${times}) d (during) join public.assignments a on a.student_id = ${studentId}::uuid and a.school_id = ${schoolId}::uuid
      and a.status in ('offered', 'assigned', 'checked_in', 'completed') and a.busy && d.during
    join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id
    left join public.facilities f on f.id = x.facility_id left join public.facilities p on p.id = f.parent_id order by x.starts_at limit 1`.execute(
    tx,
  )
  if (rows[0]) refuse(capstoneRefusals, refusal('capstone.day_on_shift', rows[0]))
}

/** Locks the unit of a project, or the one where its preceptor works as far as the caller may see it. */
async function lockUnit(tx: Tx, { id, facility_id: facility }: { id: string; facility_id: string | null }) {
  await sql`select app.hold_units(array(select ${facility}::uuid union select r.facility_id from public.capstone_nominations n
    join public.preceptors r on r.id = n.preceptor_id where n.project_id = ${id}::uuid and n.status = 'accepted'))`.execute(
    tx,
  )
}

/** The instant of a time on a day, in the facility's time zone. */
const instantAt = (facilityId: string | null, date: string, time: string) => sql<string>`(
  select (${date}::date + ${time}::time) at time zone f.time_zone from public.facilities f where f.id = ${facilityId}::uuid)`
