import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import type { Tx } from '#platform/server/db.ts'
import type { CredentialType } from '#features/credential-types/contract.ts'
import { type RequirementFacts, requirementsFor } from '#features/credential-types/rules.ts'
import { requirementsOf } from '#features/credential-types/server/public.ts'
import type { Clearance } from '../../contract.ts'
import { type RequirementWithRule, clearanceOf, type Held } from '../../rules.ts'

type Person = Omit<RequirementFacts, 'facility_ids' | 'first' | 'last'> & { id: string }

/**
 * The people of a school with what requirements depend on (role, cohort, program and level),
 * status and dates of what they sent, and what their school sent for everyone.
 */
async function findPeople(
  tx: Tx,
  ids: readonly string[],
  shiftId: string | null,
): Promise<Map<string, Person & { held: Held[] }>> {
  const { rows } = await sql<Person & ({ type_id: null } | Held)>`
    with f as materialized (select * from app.clearance_facts(${ids}::uuid[], ${shiftId}::uuid))
    select * from f
    union all
    select p.*, b.type_id, 'approved', b.issued_on, b.expires_on, null, null, null, null, b.created_at
    from (select distinct id, role, school_id, program_id, level, cohort_ids from f) p
    join public.blanket_credentials b on b.school_id = p.school_id and b.ended_at is null`.execute(tx)
  const people = new Map<string, Person & { held: Held[] }>()
  for (const { id, role, school_id, program_id, level, cohort_ids, ...sent } of rows) {
    const person = people.get(id) ?? { id, role, school_id, program_id, level, cohort_ids, held: [] }
    if (sent.type_id !== null) person.held.push(sent)
    people.set(id, person)
  }
  return people
}

/** The requirements of schools and facilities, with the rules of their types. */
export async function findRequirements(tx: Tx, scopeIds: readonly string[]): Promise<RequirementWithRule[]> {
  const requirements = await requirementsOf(tx, scopeIds)
  if (requirements.length === 0) return []
  const types = await tx
    .selectFrom('credential_types')
    .select(['id', 'validity', 'grace_days', 'category', 'evidence', 'owner_facility_id'])
    .where(
      'id',
      'in',
      requirements.map(({ type_id: id }) => id),
    )
    .execute()
  const byId = new Map(types.map((type) => [type.id, type]))
  return requirements.flatMap((row) => {
    const type = byId.get(row.type_id)
    return type
      ? [
          {
            ...row,
            type_validity: type.validity as unknown as CredentialType['validity'],
            grace_days: type.grace_days,
            type_category: type.category as CredentialType['category'],
            type_evidence: type.evidence as CredentialType['evidence'],
            type_facility_id: type.owner_facility_id,
          },
        ]
      : []
  })
}

export type Look = {
  person_id: string
  facility_ids: readonly string[]
  first: PlainDate
  last: PlainDate
  hasShift?: boolean
}

/**
 * The clearance of each person for their own facility and days, in three statements for
 * any number of people. Callers who lead a shift, or belong to its facility, pass the
 * shift: they may read the clearance of those who come to it.
 */
export async function findClearance(
  tx: Tx,
  looks: readonly Look[],
  { shiftId = null, changed }: { shiftId?: string | null; changed?: RequirementWithRule } = {},
): Promise<(Clearance & { person_id: string })[]> {
  if (looks.length === 0) return []
  const ids = [...new Set(looks.map(({ person_id: id }) => id))]
  const people = await findPeople(tx, ids, shiftId)
  const scopes = new Set<string>()
  for (const person of people.values()) scopes.add(person.school_id)
  for (const { facility_ids: facilities } of looks) for (const facility of facilities) scopes.add(facility)
  const known = await findRequirements(tx, [...scopes])
  const asked = changed ? [...known.filter(({ id }) => id !== changed.id), changed] : known
  return looks.flatMap(({ person_id: id, facility_ids, first, last, hasShift }) => {
    const person = people.get(id)
    if (!person) return []
    const own = requirementsFor(asked, { ...person, facility_ids, first, last })
    return [{ person_id: id, ...clearanceOf(own, person.held, { first, last, hasShift }) }]
  })
}
