import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import { withActor } from '#platform/server/actor.ts'
import type { Pool, Tx } from '#platform/server/db.ts'
import type { ActorContext } from '#platform/server/guard.ts'
import type { CredentialType } from '#features/credential-types/contract.ts'
import { credentialRefusals } from '../../messages.ts'
import type { RequirementWithRule } from '../../rules.ts'
import { type Impact, impactOn, MAX_SEATS } from './count-impact.ts'
import { findBasis, findSeatsAt } from './find-seats.ts'

type Wanted = { partnership_id: string; type_ids: readonly string[] }
type Agreement = {
  id: string
  school_id: string
  organization_id: string
  from: string
  to: string | null
  reach: NonNullable<RequirementWithRule['reach']>
}

/**
 * Counts how many of an agreement's students would become not cleared if it required
 * these types. Anyone who sees the agreement may read the two numbers; they are
 * counted as the worker, because a facility reads no credentials.
 */
export const agreementCounter =
  ({ workerPool }: { workerPool: Pool }) =>
  async ({ act }: Pick<ActorContext, 'act'>, { partnership_id: id, type_ids: types }: Wanted) => {
    const agreement = await act((tx) => findAgreement(tx, id))
    return withActor(workerPool, null, (tx) => countAgreed(tx, agreement, types), { deadlineMs: 5_000 })
  }

/** An agreement that the caller may see. */
async function findAgreement(tx: Tx, id: string): Promise<Agreement> {
  const { rows } = await sql<Agreement>`
    select p.id, p.school_id, p.organization_id, coalesce(p.effective_from, p.created_at::date) as from,
      coalesce(p.ends_on, case when not p.auto_renew then p.effective_to end) as to, jsonb_build_object(
        'site_ids', array(select s.site_id from public.partnership_sites s where s.partnership_id = p.id and not p.all_sites),
        'program_ids', array(select g.program_id from public.partnership_programs g where g.partnership_id = p.id)) as reach
    from public.partnerships p where p.id = ${id}::uuid`.execute(tx)
  return rows[0] ?? refuse(credentialRefusals, refusal('credential.no_agreement'))
}

async function countAgreed(tx: Tx, agreement: Agreement, types: readonly string[]): Promise<Impact> {
  const found = await findSeatsAt(tx, agreement.organization_id, MAX_SEATS)
  const seats = found.slice(0, MAX_SEATS).filter((seat) => seat.school_id === agreement.school_id)
  const isCut = found.length > MAX_SEATS
  if (seats.length === 0) return { people: 0, becoming: 0, is_cut: isCut }
  const { requirements, heldOf } = await findBasis(tx, seats)
  const others = requirements.filter((one) => one.scope_id !== agreement.id)
  const after = [...others, ...(await askedBy(tx, agreement, types))]
  return { ...impactOn(seats, heldOf, { before: requirements, after }), is_cut: isCut }
}

/** What the agreement would require. */
async function askedBy(
  tx: Tx,
  { id, school_id, organization_id, from, to, reach }: Agreement,
  types: readonly string[],
): Promise<RequirementWithRule[]> {
  if (types.length === 0) return []
  const found = await tx
    .selectFrom('credential_types')
    .select(['id', 'code', 'name', 'validity', 'grace_days', 'category', 'evidence', 'owner_facility_id'])
    .where('id', 'in', [...types])
    .where('status', '=', 'active')
    .execute()
  return found.map((type) => ({
    id: type.id,
    type_id: type.id,
    type_code: type.code,
    type_name: type.name,
    type_validity: type.validity as unknown as CredentialType['validity'],
    type_category: type.category as CredentialType['category'],
    type_evidence: type.evidence as CredentialType['evidence'],
    type_facility_id: type.owner_facility_id,
    grace_days: type.grace_days,
    scope_kind: 'agreement',
    scope_id: id,
    scope_name: '',
    school_id,
    facility_id: organization_id,
    applies_to: 'student',
    levels: [],
    validity: null,
    is_mandatory: true,
    due_weeks: null,
    due_date: null,
    active_from: from,
    active_to: to,
    status: 'active',
    instructions: '',
    reach,
  }))
}
