import type { PlainDate } from '#core/plain-date.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Clearance, Readiness } from '../../contract.ts'
import { type Asked, briefOf, typesByNextStep } from '../../rules.ts'
import { findClearance } from './clearance-facts.ts'
import { findNextSpans, type Span } from './find-spans.ts'
import { findToday } from './list-credentials.ts'

export type NextClearance = { clearance: Clearance; span: Span | undefined }

/**
 * The clearance of people for their next shift and to its rotation's last day; without one, today. Those whom the asker may not know are
 * left out. With `changed` as it would be if that requirement were so.
 */
export async function findNextClearance(
  tx: Tx,
  ids: readonly string[],
  today: PlainDate,
  changed?: Asked,
): Promise<Map<string, NextClearance>> {
  const spans = await findNextSpans(tx, ids)
  const looks = ids.map((id) => {
    const span = spans.get(id)
    return {
      person_id: id,
      facility_ids: span?.facility_ids ?? [],
      first: span?.date ?? today,
      last: span?.last ?? today,
    }
  })
  const found = await findClearance(tx, looks, changed && { changed })
  return new Map(found.map(({ person_id: id, ...clearance }) => [id, { clearance, span: spans.get(id) }]))
}

/**
 * Are these people ready for their next shift as far as credentials go: for reasons of risk, reports and checks before graduation. A
 * person whom the asker may not know is left out.
 */
export async function readinessOf(tx: Tx, ids: readonly string[]): Promise<Map<string, Readiness>> {
  const found = await findNextClearance(tx, ids, await findToday(tx))
  return new Map(
    [...found].map(([id, { clearance, span }]) => [
      id,
      {
        ...briefOf(clearance),
        ...typesByNextStep(clearance),
        waiting: clearance.items.filter(({ state }) => state === 'in_review').length,
        next_shift: span?.date ?? null,
      },
    ]),
  )
}
