import { addDays, type PlainDate } from '#core/plain-date.ts'
import { refusal } from '#core/refusal.ts'
import type { CredentialType } from '#features/credential-types/contract.ts'
import type { Credential } from '#features/credentials/contract.ts'
import type { PassportEntry, PassportLink } from './contract.ts'

/** The longest duration of a link in days, and the maximum number of open links. */
export const MAX_DAYS = 180
export const MAX_LINKS = 20

/** How many bytes of documents a passport may have: all are in memory while it is made. */
const MAX_BYTES = 40 * 1024 * 1024

const counts = new Set<Credential['shown']>(['approved', 'expiring', 'conditionally_approved', 'waived'])
type Sent = Omit<PassportEntry, 'credential_id'> & Pick<Credential, 'id' | 'type_id' | 'submitted_at'>

/**
 * The entries of a passport: the valid credential of each type, or else the latest; never restricted results, and documents only of
 * approved credentials.
 */
export function entriesOf(
  sent: readonly Sent[],
  types: readonly Pick<CredentialType, 'id' | 'is_restricted'>[],
): PassportEntry[] {
  const open = new Set(types.filter(({ is_restricted: isRestricted }) => !isRestricted).map(({ id }) => id))
  const chosen = new Map<string, Sent>()
  const rank = (row: Sent): string =>
    `${counts.has(row.shown) ? 1 : 0} ${row.expires_on ?? '9999-12-31'} ${row.submitted_at}`
  for (const row of sent) {
    if (!open.has(row.type_id) || row.shown === 'superseded') continue
    const known = chosen.get(row.type_id)
    if (!known || rank(row) > rank(known)) chosen.set(row.type_id, row)
  }
  return [...chosen.values()]
    .map((row) => ({
      credential_id: row.id,
      type_name: row.type_name,
      shown: row.shown,
      issued_on: row.issued_on,
      expires_on: row.expires_on,
      file_ids: row.shown === 'approved' || row.shown === 'expiring' ? row.file_ids : [],
    }))
    .toSorted((a, b) => a.type_name.localeCompare(b.type_name))
}

/**
 * Why a passport can't be shared until this day, or null: the day must be ahead but not too far, with not too many links, and something to
 * show.
 */
export function shareBlocker(
  { ends_on: ends, today }: { ends_on: PlainDate; today: PlainDate },
  { links, entries }: { links: number; entries: number },
) {
  if (entries === 0) return refusal('passport.empty')
  if (ends < today || ends > addDays(today, MAX_DAYS)) return refusal('passport.days', { most: MAX_DAYS })
  return links >= MAX_LINKS ? refusal('passport.links', { most: MAX_LINKS }) : null
}

/** Why documents of this many bytes in all cannot be one passport, or null. */
export const sizeBlocker = (bytes: number) => (bytes > MAX_BYTES ? refusal('passport.too_large') : null)

/** The state of a link: open until its last day, unless it was turned off. */
export function linkState(
  { ends_on: ends, revoked_at: revoked }: { ends_on: PlainDate; revoked_at: string | null },
  today: PlainDate,
): PassportLink['state'] {
  if (revoked !== null) return 'revoked'
  return ends < today ? 'ended' : 'open'
}

type Carried = Pick<Credential, 'status' | 'expires_on'> & {
  school_id: string
  today: PlainDate
  own_school_id: string | null
}

/**
 * Why a credential can't be sent to the next school, or null: another school must have approved it, it must still be valid, and its type
 * must be one that every school has. Restricted results are never sent (domain §2.20).
 */
export function carryBlocker(
  row: Carried | undefined,
  type: Pick<CredentialType, 'owner_kind' | 'is_restricted' | 'status'> | undefined,
) {
  if (!row || !type || row.own_school_id === null || row.school_id === row.own_school_id)
    return refusal('passport.missing')
  if (type.is_restricted) return refusal('passport.restricted')
  if (type.owner_kind !== 'platform' || type.status !== 'active') return refusal('passport.other_type')
  return row.status !== 'approved' || (row.expires_on !== null && row.expires_on < row.today)
    ? refusal('passport.over')
    : null
}
