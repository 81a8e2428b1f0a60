import { notification } from '#core/notification-texts.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import { automationRefusals, notificationTexts } from '../../messages.ts'
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
      input: { free },
      before: null,
      after: { notice: noticeOf(free) },
    }))
  },
  async executeChange(tx, _me, { id, entity_id: shift, input, after, rule_name: rule }) {
    if (id === null) return after
    const isReport = (input as { free: number | null }).free === null
    // A suggestion can be days old: it is judged, and worded, as things are now.
    const [now] = await (isReport ? listUnreported : listUnfilled)(tx, { shift_id: shift })
    if (!now) return refuse(automationRefusals, refusal('automation.outdated'))
    const { free, facts } = now
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
        : notification(notificationTexts, 'automation.unfilled', { ...facts, rule, free: free! }),
    )
    return { notice: noticeOf(free) }
  },
}

const noticeOf = (free: number | null): string => (free === null ? 'Report is missing' : `${free} free`)
