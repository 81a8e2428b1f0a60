import { sql } from 'kysely'
import { specialtyLabels } from '#core/specialties.ts'
import { conflict, refuse, refuseIf, refusal } from '#core/refusal.ts'
import { formatNumber } from '#core/number-text.ts'
import { blockersOf, seatCommands } from '#features/assignments/server/public.ts'
import { loadProgress } from '#features/hours/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { AutomationRule } from '../../contract.ts'
import { automationRefusals, undoReasonOf } from '../../messages.ts'
import { changeLabel, earliestFirst, lackedSpecialties, studentsForSeat } from '../../rules.ts'
import { hasFreeSeat, listOpen } from '../queries/shifts-of-rule.ts'
import type { Found, RuleAction } from '../rule-action.ts'

/** Assigns free seats to students who lack hours in the specialty of a shift; leaves out students blocked by any rule. */
export const assignToMeetHours: RuleAction = {
  async find(tx, rule) {
    const students = await listBehind(tx, rule)
    const found: Found[] = []
    const earlier = await listEarlier(
      tx,
      rule,
      students.map((one) => one.student_id),
    )
    const known = new Set(earlier.map(({ key }) => key))
    const placed = new Set(
      earlier.flatMap(({ status, is_possible, student_id: id }) =>
        status === 'suggested' && is_possible ? [id] : [],
      ),
    )
    const waiting = students.filter(({ student_id: id }) => !placed.has(id))
    const seats = await listOpen(tx, rule, lackedSpecialties(waiting))
    const named = new Map(students.map((one) => [one.student_id, one]))
    for (const shift of earliestFirst(seats)) {
      if (found.length >= rule.run_limit) break
      const { id, free } = shift
      const wanted = studentsForSeat(shift, waiting, {
        most: MAX_ASKED,
        isLeftOut: (student) => placed.has(student) || known.has(`seat ${id} ${student}`),
      })
      for (const student of await firstUnblocked(tx, id, wanted, free)) {
        const { full_name: name, by_specialty: lacks } = named.get(student)!
        placed.add(student)
        found.push({
          key: `seat ${id} ${student}`,
          entity_id: id,
          student_id: student,
          label: changeLabel(`${name}: ${shift.name}`, shift.date),
          input: {},
          before: {
            lacks: `${formatNumber(lacks[shift.specialty]!, 1)} h of ${specialtyLabels[shift.specialty]}`,
          },
          after: { seat: 'Assigned' },
        })
      }
    }
    return found
  },
  async executeChange(tx, _me, { entity_id: shiftId, student_id: student }) {
    const [placed] = await seatCommands.assignStudents(tx, { shiftId, students: [student!], reason: null })
    if (!placed?.assignment_id)
      refuse(
        { 'automation.seat_refused': conflict<{ why: string }>(({ why }) => why) },
        refusal('automation.seat_refused', { why: placed?.message ?? 'This seat can’t be given.' }),
      )
    return { seat: 'Assigned', assignment_id: placed.assignment_id }
  },
  async undo(tx, _me, { after, rule_name: rule }) {
    const id = String(after['assignment_id'])
    const seat = await tx
      .selectFrom('assignments')
      .select('id')
      .where('id', '=', id)
      .where('status', '=', 'assigned')
      .executeTakeFirst()
    refuseIf(automationRefusals, seat ? null : refusal('automation.seat_gone'))
    await seatCommands.removeSeat(tx, { id, code: null, reason: undoReasonOf(rule) })
  },
}

/**
 * The seats that rules have already given or suggested to these students, or that someone has dismissed or taken back; and whether each is
 * still to be had: one that is not keeps its student from no other.
 */
async function listEarlier(tx: Tx, rule: AutomationRule, students: readonly string[]) {
  return tx
    .selectFrom('automation_changes as c')
    .leftJoin('shifts as x', 'x.id', 'c.entity_id')
    .select(['c.key', 'c.status', 'c.student_id'])
    .select(sql<boolean>`coalesce(x.starts_at > now() and ${hasFreeSeat}, false)`.as('is_possible'))
    .where('c.school_id', '=', rule.school_id)
    .where('c.action', '=', rule.action)
    .where('c.status', '<>', 'refused')
    .where(sql<boolean>`c.student_id = any (${students}::uuid[])`)
    .execute()
}

/** How many students are checked for one shift. */
const MAX_ASKED = 40

/** The first students who are not blocked, at most one per free seat. A few are checked at a time, because most shifts are filled from the top. */
async function firstUnblocked(
  tx: Tx,
  shift: string,
  wanted: readonly string[],
  free: number,
): Promise<string[]> {
  const fit: string[] = []
  for (let at = 0; at < wanted.length && fit.length < free; at += free * 4) {
    // oxlint-disable-next-line no-await-in-loop -- the next few only if these did not fill the shift
    const checked = await blockersOf(tx, shift, wanted.slice(at, at + free * 4))
    fit.push(...checked.filter(({ rule }) => rule === null).map((one) => one.student_id))
  }
  return fit.slice(0, free)
}

/** Students whose credited and scheduled hours are below the requirement, with the gap in each specialty. */
async function listBehind(tx: Tx, rule: AutomationRule) {
  const all = await loadProgress(tx, { school: rule.school_id })
  return all
    .filter(
      ({ gap, cohort_id: cohort }) =>
        (gap ?? 0) > 0 && (rule.cohort_id === null || cohort === rule.cohort_id),
    )
    .map(({ student_id, full_name, gap, by_specialty }) => ({
      student_id,
      full_name,
      gap: gap ?? 0,
      by_specialty: Object.fromEntries(by_specialty.map((one) => [one.specialty, one.gap ?? 0])),
    }))
}
