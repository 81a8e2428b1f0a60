import { sql } from 'kysely'
import { addEvents } from '#platform/server/access-trail.ts'
import type { Tx } from '#platform/server/db.ts'
import { isRecordedOpening } from '../../rules.ts'

/** Openings in one transaction, which has a time limit. */
const AT_ONCE = 200

/**
 * As the worker: writes openings of files to the access trail, with whose record it is, who opened it and why. Each is written once,
 * however many processes work. Returns whether there may be more.
 */
export async function recordFileOpenings(tx: Tx): Promise<boolean> {
  const openings = await tx
    .selectFrom('file_openings as o')
    .innerJoin('files as f', 'f.id', 'o.file_id')
    .innerJoin('users as actor', 'actor.id', 'o.opened_by')
    .leftJoin('users as person', 'person.id', 'o.acting_as')
    .where('o.noted_at', 'is', null)
    .orderBy('o.id')
    .limit(AT_ONCE)
    .forUpdate('o')
    .skipLocked()
    .select(['o.id', 'o.file_id', 'o.what', 'o.opened_at', 'o.opened_by', 'o.request_id', 'o.reason'])
    .select(['f.owner_id', 'f.school_id', 'f.facility_id', 'actor.full_name', 'actor.role', 'o.acting_as'])
    .select((eb) => [
      'person.full_name as acting_as_name',
      eb
        .exists(
          eb
            .selectFrom('file_openings as before')
            .select('before.id')
            .whereRef('before.id', '<', 'o.id')
            .whereRef('before.file_id', '=', 'o.file_id')
            .whereRef('before.what', '=', 'o.what')
            .whereRef('before.opened_by', '=', 'o.opened_by')
            .whereRef('before.acting_as', 'is not distinct from', 'o.acting_as')
            .whereRef('before.reason', '=', 'o.reason')
            .where('before.opened_at', '>', sql<string>`o.opened_at - interval '10 minutes'`),
        )
        .as('is_same_look'),
    ])
    .execute()
  if (openings.length === 0) return false
  await addEvents(
    tx,
    openings.filter(isRecordedOpening).map((opening) => ({
      at: opening.opened_at,
      kind: opening.what === 'pages' ? 'view' : 'export',
      outcome: 'ok',
      code: null,
      call: `files.${opening.what}`,
      what: 'file',
      subject_id: opening.file_id,
      request_id: opening.request_id,
      times: 1,
      actor_id: opening.opened_by,
      actor_name: opening.full_name,
      actor_role: opening.role,
      acting_as: opening.acting_as,
      acting_as_name: opening.acting_as_name,
      school_id: opening.school_id,
      facility_id: opening.facility_id,
      person_ids: opening.owner_id ? [opening.owner_id] : [],
      address_digest: '',
      reason: opening.reason,
    })),
  )
  await tx
    .updateTable('file_openings')
    .set({ noted_at: sql`now()` })
    .where(
      'id',
      'in',
      openings.map(({ id }) => id),
    )
    .execute()
  return openings.length === AT_ONCE
}
