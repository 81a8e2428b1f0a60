import type { PlainDate } from '#core/plain-date.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Clearance, Readiness } from '../../contract.ts'
import { type RequirementWithRule, briefOf, typesByNextStep } from '../../rules.ts'
import { findClearance } from './clearance-facts.ts'
import { findNextSpans, type Span } from './find-spans.ts'
import { findToday } from './list-credentials.ts'

export type NextClearance = { clearance: Clearance; span: Span | undefined }

/**
 * The clearance of people for their next shift through its rotation's last day; without a shift, for today.
 * Leaves out people the caller may not know about. With `changed`, as it would be with that requirement.
 */
export async function findNextClearance(
  tx: Tx,
  ids: readonly string[],
  today: PlainDate,
  changed?: RequirementWithRule,
): Promise<Map<string, NextClearance>> {
  const spans = await findNextSpans(tx, ids)
  const looks = ids.map((id) => {
    const span = spans.get(id)
    return {
      person_id: id,
      facility_ids: span?.facility_ids ?? [],
      first: span?.date ?? today,
      last: span?.last ?? today,
      hasShift: span !== undefined,
    }
  })
  const found = await findClearance(tx, looks, changed && { changed })
  return new Map(found.map(({ person_id: id, ...clearance }) => [id, { clearance, span: spans.get(id) }]))
}

/**
 * Whether these people's credentials are ready for their next shift: for risk reasons, reports
 * and checks before graduation. Leaves out people the caller may not know about.
 */
export async function readinessOf(tx: Tx, ids: readonly string[]): Promise<Map<string, Readiness>> {
  const today = await findToday(tx)
  const found = await findNextClearance(tx, ids, today)
  return new Map(
    [...found].map(([id, { clearance, span }]) => [
      id,
      {
        ...briefOf(clearance, today, span !== undefined),
        ...typesByNextStep(clearance),
        waiting: clearance.items.filter(({ state }) => state === 'in_review').length,
        next_shift: span?.date ?? null,
      },
    ]),
  )
}
