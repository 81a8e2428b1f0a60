import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { attachmentsOf, listTypes } from '#features/credential-types/server/public.ts'
import type { Clearance, ClearanceItem, ComplianceStatus } from '../../contract.ts'
import { newIn } from '../../rules.ts'
import { findClearance } from './clearance-facts.ts'
import { findSpansToCome, type Span } from './find-spans.ts'
import { findToday, listOf } from './list-credentials.ts'

const placementOf = ({ shift_id: id, date, last, facility_name }: Span) => ({ id, date, last, facility_name })

/** What is required of a person for their next shift, what later shifts require beyond it, the status of each item, and what they sent. */
export async function getComplianceStatus(tx: Tx, personId: string): Promise<ComplianceStatus> {
  const today = await findToday(tx)
  const spans = onePerFacility(await findSpansToCome(tx, personId))
  const looks = spans.length > 0 ? spans : [{ facility_ids: [], date: today, last: today }]
  const found = await findClearance(
    tx,
    looks.map(({ facility_ids, date: first, last }) => ({
      person_id: personId,
      facility_ids,
      first,
      last,
      hasShift: spans.length > 0,
    })),
  )
  const nothing: Clearance = { status: 'unknown', first: today, last: today, items: [] }
  const { status, first, last, items } = found[0] ?? nothing
  const later = beyond(spans, found)
  const submissions = await listOf(tx, personId, today)
  const all = [...items, ...later.flatMap((one) => one.items)]
  const named = new Set([...all, ...submissions].map(({ type_id: id }) => id))
  return {
    today,
    clearance: { status, first, last, items },
    types: (await listTypes(tx, { status: 'any' })).filter(({ id }) => named.has(id)),
    submissions,
    next_shift: spans[0] ? placementOf(spans[0]) : null,
    later,
    rules: await findRules(tx, all),
  }
}

/** One shift for each facility and last day: the first covers the others. */
function onePerFacility(spans: readonly Span[]): Span[] {
  const groups = Map.groupBy(spans, ({ facility_ids: ids, last }) => `${ids.toSorted().join(' ')} ${last}`)
  return [...groups.values()].map(([first]) => first!)
}

/** What each later shift requires that no earlier one does. */
function beyond(spans: readonly Span[], found: readonly Clearance[]): ComplianceStatus['later'] {
  const known: ClearanceItem[] = [...(found[0]?.items ?? [])]
  return spans.slice(1).flatMap((span, at) => {
    const items = newIn(found[at + 1]?.items ?? [], known)
    known.push(...items)
    return items.length > 0 ? [{ shift: placementOf(span), items }] : []
  })
}

async function findRules(tx: Tx, items: readonly ClearanceItem[]): Promise<ComplianceStatus['rules']> {
  const ids = [...new Set(items.map(({ requirement_id: id }) => id))]
  const { rows } = await sql<ComplianceStatus['rules'][number]>`
    select r.id as requirement_id, coalesce(r.validity, t.validity) as validity, r.instructions, r.providers, ${attachmentsOf} as attachments
    from public.credential_requirements r join public.credential_types t on t.id = r.type_id where r.id = any (${ids}::uuid[]) order by r.id`.execute(
    tx,
  )
  return rows
}
