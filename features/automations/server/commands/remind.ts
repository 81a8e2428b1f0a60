import { notification } from '#core/notification-texts.ts'
import type { ShiftFacts } from '#core/shift-facts.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import { notificationTexts } from '../../messages.ts'
import { changeLabel } from '../../rules.ts'
import { listUnfilled, listUnreported } from '../queries/shifts-of-rule.ts'
import type { RuleAction } from '../rule-action.ts'

/** Notifies the instructors of shifts with free seats or without a report: each shift once a day, and none without an instructor. */
export const remind: RuleAction = {
  async find(tx, rule) {
    const rows = await (rule.remind_about === 'unreported'
      ? listUnreported(tx, rule)
      : listUnfilled(tx, rule))
    return rows.map(({ id, name, today, free, facts }) => ({
      key: `remind ${rule.id} ${id} ${today}`,
      entity_id: id,
      label: changeLabel(name, facts.date),
      input: { free, facts },
      before: null,
      after: { notice: free === null ? 'Report is missing' : `${free} free` },
    }))
  },
  async executeChange(tx, _me, { id, entity_id: shift, input, after, rule_name: rule }) {
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
}
