import { type Refusal, refuse, refuseIf, refusal, refusalMessage } from '#core/refusal.ts'
import type { SeatCommands } from '#features/cohorts/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { CanvasPerson, Outcomes } from '../../contract.ts'
import { canvasRefusals } from '../../messages.ts'
import { matchBlocker, settleBlocker } from '../../rules.ts'
import { lockPeople } from '../queries/people.ts'
import { endMemberships } from './write-memberships.ts'
import { lockConnection } from './lock-connection.ts'

type Outcome = Outcomes['rows'][number]

/** The result for each requested id, including people who no longer exist. */
export function outcomesOf(
  ids: readonly string[],
  people: readonly CanvasPerson[],
  refusedOf: (person: CanvasPerson) => string | null,
): Outcome[] {
  const byId = new Map(people.map((one) => [one.id, one]))
  const missing = refusalMessage(canvasRefusals, refusal('canvas.person_missing'))
  return [...new Set(ids)].map((id) => {
    const person = byId.get(id)
    return { id, refused: person ? refusedOf(person) : missing }
  })
}

/** The text of a blocker, or null. */
export const sentence = (blocker: Refusal | null): string | null =>
  blocker && refusalMessage(canvasRefusals, blocker as never)

type Match = { id: string; version: number; student_id: string }

/** Matches a person in Canvas with a student of the school who has no other match. */
export async function matchPerson(tx: Tx, { id, version, student_id }: Match): Promise<void> {
  const found = await tx
    .selectFrom('canvas_people')
    .select('connection_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) return refuse(canvasRefusals, refusal('canvas.person_missing'))
  const { school_id } = await lockConnection(tx, found.connection_id)
  const [person] = await lockPeople(tx, found.connection_id, [id])
  if (person!.version !== version) refuse(canvasRefusals, refusal('canvas.person_changed'))
  refuseIf(canvasRefusals, matchBlocker(person!))
  const student = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', student_id)
    .where('role', '=', 'student')
    .where('linked_school_id', '=', school_id)
    .executeTakeFirst()
  if (!student) refuse(canvasRefusals, refusal('canvas.not_of_school'))
  const other = await tx
    .selectFrom('canvas_people')
    .select('name')
    .where('connection_id', '=', found.connection_id)
    .where('student_id', '=', student_id)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other) refuse(canvasRefusals, refusal('canvas.matched_elsewhere', { name: other.name }))
  await tx
    .updateTable('canvas_people')
    .set({ status: 'matched', student_id, matched_by: 'hand', problem: null, candidates: [] })
    .where('id', '=', id)
    .execute()
}

type Settled = {
  id: string
  person_ids: string[]
  to: 'kept' | 'left' | 'set_aside' | 'new'
  ends_stay: boolean
  frees_seats: boolean
}

/**
 * Keeps missing people, confirms that they left, sets aside people who are not
 * students, or reopens them; cohort memberships end, and seats are freed, only if requested.
 */
export async function resolvePeople(
  tx: Tx,
  { id, person_ids, to, ends_stay, frees_seats }: Settled,
  seats: SeatCommands,
): Promise<Outcome[]> {
  const { school_id } = await lockConnection(tx, id)
  const people = await lockPeople(tx, id, person_ids)
  const free = people.filter((one) => settleBlocker(one, to) === null)
  // Those whose membership cannot end are not marked as left either, so that someone decides again.
  const stay =
    to === 'left' && ends_stay
      ? await endMemberships(tx, school_id, free, frees_seats ? seats : null)
      : new Map<string, string>()
  const able = free.filter((one) => !stay.has(one.student_id ?? ''))
  const outcomes = outcomesOf(
    person_ids,
    people,
    (one) => sentence(settleBlocker(one, to)) ?? stay.get(one.student_id ?? '') ?? null,
  )
  if (able.length === 0) return outcomes
  await tx
    .updateTable('canvas_people')
    .set({ status: to, problem: null, candidates: [] })
    .where(
      'id',
      'in',
      able.map((one) => one.id),
    )
    .execute()
  return outcomes
}
