import { sql } from 'kysely'
import { reasonWords } from '#core/automatic-reasons.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ShiftEvent } from '../../contract.ts'
import { idsIn, inWords } from './trail-in-words.ts'

/** How many lines are shown: the latest ones. */
const MAX_EVENTS = 500

/** The trail of a shift, newest first: the lines that concern the caller, with the names of people whom the caller may know. */
export async function listTrail(tx: Tx, id: string): Promise<ShiftEvent[]> {
  const events = await tx
    .selectFrom('shift_events')
    .where('shift_id', '=', id)
    .select(['id', 'at', 'event', 'from_status', 'to_status', 'reason', 'actor_role'])
    .select(['actor_id', 'acting_as', 'student_id', sql<ShiftEvent['details']>`details`.as('details')])
    .orderBy('id', 'desc')
    .limit(MAX_EVENTS)
    .execute()
  const people = events.flatMap(({ actor_id, acting_as, student_id, details }) => [
    actor_id,
    acting_as,
    student_id,
    ...idsIn(details),
  ])
  const names = await namesOf(tx, id, [...new Set(people.filter((one) => one !== null))])
  const nameOf = (person: string | null) => (person === null ? null : (names.get(person) ?? 'A student'))
  const lines = events.map(({ actor_id: actor, acting_as: as, student_id: student, ...event }) => ({
    ...event,
    id: Number(event.id),
    reason: reasonWords(event.reason),
    actor_name: nameOf(actor),
    details: inWords(event.details, names),
    acting_as_name: nameOf(as),
    student_name: nameOf(student),
  }))
  return [...lines, ...(await copied(tx, id))]
}

/** The names in a trail: of everyone but students, of students whom the caller may know, and of anything the caller may read. */
async function namesOf(
  tx: Tx,
  shiftId: string,
  people: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; name: string | null }>`
    select p.id, coalesce(app.name_of_proctor(p.id), n.full_name, r.name) as name
    from unnest(${people}::uuid[]) p (id) left join app.names_on_shifts(array[${shiftId}::uuid]) n on n.student_id = p.id
    left join lateral (select x.name from app.names x where x.id = p.id limit 1) r on true`.execute(tx)
  return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name]])))
}

/**
 * The first line of a copied draft's trail. It is read from the record of the copy, because one command copies up to ten thousand drafts.
 */
async function copied(tx: Tx, id: string): Promise<ShiftEvent[]> {
  const { rows } = await sql<ShiftEvent>`
    select 0 as id, k.created_at as at, 'create' as event, 'draft' as from_status, 'draft' as to_status, null as reason,
      jsonb_build_object('cloned_from', s.copied_from_shift_id, 'copy_id', k.id) as details, app.name_of_proctor(k.copied_by) as actor_name,
      (select u.role from public.users u where u.id = k.copied_by) as actor_role, null as acting_as_name, null as student_name
    from public.shifts s join public.semester_copies k on k.id = s.copy_id and k.school_id = s.school_id where s.id = ${id}::uuid`.execute(
    tx,
  )
  return rows
}
