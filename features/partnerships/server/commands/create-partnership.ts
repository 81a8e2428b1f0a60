import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Viewer } from '#platform/server/session.ts'
import type { Contact, RequestedTerms } from '../../contract.ts'
import { partnershipRefusals } from '../../messages.ts'
import { termRefusals } from '../../rules.ts'
import { findAskable } from '../queries/find-askable.ts'
import { submitPartnership } from './submit-partnership.ts'
import { writeScope } from './write-scope.ts'
import type { Changed } from './write-partnership.ts'

export type Creation = {
  id: string
  school_id: string
  organization_id: string
  all_sites: boolean
  site_ids: string[]
  program_ids: string[]
  message?: string | undefined
  contact?: Contact | undefined
  terms?: RequestedTerms | undefined
  submit: boolean
}

/** Requests a partnership, or invites a school to one. The browser chooses the id, so that repeating it changes nothing. */
export async function createPartnership(
  tx: Tx,
  me: Pick<Viewer, 'role' | 'userId'>,
  sent: Creation,
): Promise<Changed> {
  const { id, school_id, organization_id, all_sites, terms } = sent
  const bySchool = me.role !== 'facility_admin'
  const found = await findAskable(tx, sent)
  if (!found.is_theirs) refuse(partnershipRefusals, refusal('partnership.not_yours'))
  const known = await findMade(tx, id)
  if (known)
    return known.created_by === me.userId
      ? known
      : refuse(partnershipRefusals, refusal('partnership.id_taken'))
  if (!found.has_school) refuse(partnershipRefusals, refusal('partnership.no_school'))
  if (!found.has_organization) refuse(partnershipRefusals, refusal('partnership.no_organization'))
  for (const problem of Object.values(terms ? termRefusals(terms, null) : {}))
    refuseIf(partnershipRefusals, problem)
  const { numInsertedOrUpdatedRows: made } = await tx
    .insertInto('partnerships')
    .values({
      id,
      school_id,
      organization_id,
      all_sites,
      ...(await defaultsOf(tx, organization_id)),
      ...terms,
      direction: bySchool ? 'school_requested' : 'facility_invited',
      message: sent.message?.trim() || null,
      contact_school: JSON.stringify(bySchool ? (sent.contact ?? {}) : {}),
      contact_facility: JSON.stringify(bySchool ? {} : (sent.contact ?? {})),
    })
    .onConflict((taken) => taken.doNothing())
    .executeTakeFirstOrThrow()
  if (!made) refuse(partnershipRefusals, refusal('partnership.id_taken'))
  await writeScope(tx, sent, sent)
  const draft = (await findMade(tx, id))!
  return sent.submit ? submitPartnership(tx, { id, version: draft.version }) : draft
}

/** What the organization wants of new partnerships, where the terms say nothing. */
async function defaultsOf(tx: Tx, organizationId: string) {
  return tx
    .selectFrom('organizations')
    .select(['default_notice_days as notice_days', 'default_auto_approve as auto_approve_shifts'])
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
}

async function findMade(tx: Tx, id: string): Promise<(Changed & { created_by: string | null }) | undefined> {
  const row = await tx
    .selectFrom('partnerships')
    .select(['id', 'status', 'version', 'created_by'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row as (Changed & { created_by: string | null }) | undefined
}
