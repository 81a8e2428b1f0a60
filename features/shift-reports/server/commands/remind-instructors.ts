import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import type { PlainDate } from '#core/plain-date.ts'
import type { ShiftFacts } from '#core/shift-facts.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts } from '../../messages.ts'

type Overdue = { id: string; school_id: string; instructors: string[]; facts: ShiftFacts; today: PlainDate }

/**
 * Reminds the instructors of overdue reports for their school, once a day however often it is pressed, and not on the day they were due,
 * when everyone is reminded automatically (Domain 2.12). Returns the shifts whose instructors were reminded.
 */
export async function remindInstructors(tx: Tx, shifts: readonly string[]): Promise<string[]> {
  // In the same order for everyone, so that two people reminding of the same reports at once don't deadlock.
  const { rows } = await sql<Overdue>`
    select r.id, r.school_id, array_remove(array_append(app.instructors_of(s), r.proctor_id), null) as instructors,
      app.shift_facts(s) as facts, app.school_today(r.school_id) as today
    from public.shift_reports r join public.shifts s on s.id = r.id join public.schools c on c.id = r.school_id
    where r.id = any (${shifts}::uuid[]) and r.status in ('due', 'draft', 'returned') and r.due_at < now()
      and (r.due_at at time zone c.time_zone)::date < app.school_today(r.school_id) and app.administers_school(r.school_id)
    order by r.id`.execute(tx)
  const reminded: string[] = []
  for (const { id, school_id, instructors, facts, today } of rows) {
    const how = {
      to: ['people'],
      people: instructors,
      type: 'shift_report',
      url: `/proctor/shift-reports?shift=${id}`,
      key: `report ${id} reminder ${today}`,
    } as const
    const said = notification(notificationTexts, 'shift_report.overdue', facts)
    if ((await notifyOfRow(tx, { table: 'schools', id: school_id }, how, said)) > 0) reminded.push(id)
  }
  return reminded
}
