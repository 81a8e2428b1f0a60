import { inviteStudents, reasonOf } from '#features/invitations/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { CanvasPerson, Outcomes } from '../../contract.ts'
import { emailOf, enrollBlocker, inviteBlocker } from '../../rules.ts'
import { lockPeople } from '../queries/people.ts'
import { lockConnection } from './lock-connection.ts'
import { outcomesOf, sentence } from './resolve-people.ts'
import { beginMemberships } from './write-memberships.ts'

type Rows = Outcomes['rows']
type Chosen = { id: string; person_ids: string[] }

/** Invites new people as students, into the cohort of their sections; people with an open invitation already count as invited. */
export async function invitePeople(tx: Tx, { id, person_ids }: Chosen, appUrl: string): Promise<Rows> {
  const { school_id: schoolId } = await lockConnection(tx, id)
  const people = await lockPeople(tx, id, person_ids)
  const able = people.filter((one) => inviteBlocker(one) === null)
  const refused = new Map<string, string>()
  // Of two with the same email only one is invited.
  const byEmail = new Map<string, CanvasPerson>()
  for (const one of able) {
    const email = emailOf(one)!
    if (byEmail.has(email))
      refused.set(one.id, `The same email as ${byEmail.get(email)!.name}. Resolve one of them first.`)
    else byEmail.set(email, one)
  }
  const batch = { id: crypto.randomUUID(), schoolId, message: null, appUrl }
  const outcomes = await inviteStudents(
    tx,
    batch,
    [...byEmail].map(([email, one], at) => ({
      line: at + 1,
      email,
      // An invitation has the whole name, however it is split.
      first_name: one.name,
      last_name: '',
      student_id: (one.sis_id ?? '').slice(0, 60),
      cohort: one.cohort_name ?? '',
      program: '',
      phone: '',
    })),
  )
  const invited: string[] = []
  for (const [email, one] of byEmail) {
    const outcome = outcomes.get(email) ?? 'invalid'
    if (outcome === 'ok' || outcome === 'invited') invited.push(one.id)
    else refused.set(one.id, reasonOf(outcome))
  }
  if (invited.length > 0)
    await tx
      .updateTable('canvas_people')
      .set({ status: 'invited', problem: null, candidates: [] })
      .where('id', 'in', invited)
      .execute()
  return outcomesOf(person_ids, people, (one) => sentence(inviteBlocker(one)) ?? refused.get(one.id) ?? null)
}

/** Enrolls matched students in their cohort from Canvas, from today on. */
export async function enrollPeople(tx: Tx, { id, person_ids }: Chosen): Promise<Rows> {
  const { school_id } = await lockConnection(tx, id)
  const people = await lockPeople(tx, id, person_ids)
  const able = people.filter((one) => enrollBlocker(one) === null)
  const refused = new Map<string, string>()
  for (const [cohort, those] of Map.groupBy(able, (one) => one.cohort_id!))
    for (const [user, why] of await beginMemberships(tx, school_id, cohort, those)) refused.set(user, why)
  return outcomesOf(
    person_ids,
    people,
    (one) => sentence(enrollBlocker(one)) ?? refused.get(one.student_id!) ?? null,
  )
}
