import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import type { ShiftFacts } from '#core/shift-facts.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { AutomationRule } from '../../contract.ts'
import { changeLabel, notificationTexts } from '../../messages.ts'
import type { RuleAction } from './action.ts'
import { isAhead, ofRule, shiftName } from './shifts-of-rule.ts'

type Due = { id: string; name: string; today: string; free: number | null; facts: ShiftFacts }

/** Notifies the instructors of shifts that have free seats, or no report. Each shift once a day, and shifts without an instructor not at all. */
export const remind: RuleAction = {
  async find(tx, rule) {
    const rows = await (rule.remind_about === 'unreported' ? listUnreported(tx, rule) : listUnfilled(tx, rule))
    return rows.map(({ id, name, today, free, facts }) => ({
      key: `remind ${rule.id} ${id} ${today}`,
      entity_id: id,
      label: changeLabel(name, facts.date),
      input: { free, facts },
      before: null,
      after: { notice: free === null ? 'Report is missing' : `${free} free` },
    }))
  },
  async carryOut(tx, _me, { id, entity_id: shift, input, after, rule_name: rule }) {
    const { free, facts } = input as { free: number | null; facts: ShiftFacts }
    if (id === null) return after
    const isReport = free === null
    await notifyOfRow(
      tx,
      { table: 'automation_changes', id },
      {
        to: ['instructor_ids'],
        type: isReport ? 'shift_report' : 'seat_changed',
        url: isReport ? `/proctor/shift-reports?shift=${shift}` : `/shift/${shift}`,
        key: `automation ${id}`,
      },
      isReport
        ? notification(notificationTexts, 'automation.unreported', { ...facts, rule })
        : notification(notificationTexts, 'automation.unfilled', { ...facts, rule, free }),
    )
    return after
  },
} // prettier-ignore

async function listUnfilled(tx: Tx, rule: AutomationRule): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select x.id, ${shiftName} as name, app.school_today(x.school_id)::text as today, x.seats - x.seats_taken as free, app.shift_facts(x) as facts from public.shifts x
    where ${ofRule(rule)} and ${isAhead(rule)} and x.status = 'published' and x.seats > x.seats_taken and cardinality(app.instructors_of(x)) > 0
    order by x.starts_at, x.id limit 500`.execute(tx)
  return rows
}

/** Of shifts that ended within as many days as the rule looks ahead. */
async function listUnreported(tx: Tx, rule: AutomationRule): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select x.id, ${shiftName} as name, app.school_today(x.school_id)::text as today, null as free, app.shift_facts(x) as facts
    from public.shift_reports r join public.shifts x on x.id = r.id
    where ${ofRule(rule)} and r.status in ('due', 'draft', 'returned') and x.ends_at > now() - make_interval(days => ${rule.days_ahead}::integer)
      and cardinality(app.instructors_of(x)) > 0
    order by x.ends_at, x.id limit 500`.execute(tx)
  return rows
}
