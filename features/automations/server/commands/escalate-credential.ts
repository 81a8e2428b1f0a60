import { notification } from '#core/notification-texts.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import { automationRefusals, notificationTexts } from '../../messages.ts'
import { changeLabel } from '../../rules.ts'
import { listNotCleared } from '../queries/shifts-of-rule.ts'
import type { RuleAction } from '../rule-action.ts'

type Input = { missing: string[] }

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((one) => b.includes(one))

/**
 * Notifies the student and the instructors of a seat whose student is not
 * cleared: once per seat, and again if something else is missing.
 */
export const escalateCredential: RuleAction = {
  async find(tx, rule) {
    const rows = await listNotCleared(tx, rule)
    return rows.map(({ seat_id, shift_id, student_id, student, name, missing, missing_key, facts }) => ({
      key: `escalate ${seat_id} ${missing_key}`,
      entity_id: shift_id,
      student_id,
      label: changeLabel(`${student}: ${name}`, facts.date),
      input: { missing } satisfies Input,
      before: { missing: missing.join('; ').slice(0, 300) },
      after: { notice: 'Student and instructors' },
    }))
  },
  async executeChange(tx, _me, { id, entity_id: shift, input, after, student_id: student, rule_name: rule }) {
    if (id === null) return after
    // A suggestion can be days old: what is missing by now is suggested separately.
    const { missing } = input as Input
    const seats = await listNotCleared(tx, { shift_id: shift })
    const now = seats.find((one) => one.student_id === student && isSame(one.missing, missing))
    if (!now) return refuse(automationRefusals, refusal('automation.outdated'))
    const { facts, student: name } = now
    const row = { table: 'automation_changes', id } as const
    const type = 'credential_expiring'
    await notifyOfRow(
      tx,
      row,
      { to: ['student_id'], type, url: '/student/credentials', key: `automation ${id}` },
      notification(notificationTexts, 'automation.not_cleared', { ...facts, missing, rule }),
    )
    await notifyOfRow(
      tx,
      row,
      { to: ['instructor_ids'], type, url: `/proctor/students/${student}`, key: `automation ${id}` },
      notification(notificationTexts, 'automation.student_not_cleared', {
        ...facts,
        student: name,
        missing,
        rule,
      }),
    )
    return after
  },
}
