import { notification } from '#core/notification-texts.ts'
import type { ShiftFacts } from '#core/shift-facts.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import { notificationTexts } from '../../messages.ts'
import { changeLabel } from '../../rules.ts'
import { listNotCleared } from '../queries/shifts-of-rule.ts'
import type { RuleAction } from '../rule-action.ts'

type Input = { facts: ShiftFacts; student: string; missing: string[] }

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
      input: { facts, student, missing } satisfies Input,
      before: { missing: missing.join('; ').slice(0, 300) },
      after: { notice: 'Student and instructors' },
    }))
  },
  async executeChange(tx, _me, { id, input, after, student_id: student, rule_name: rule }) {
    if (id === null) return after
    const { facts, student: name, missing } = input as Input
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
