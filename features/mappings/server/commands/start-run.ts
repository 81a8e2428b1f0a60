import { refuse, refusal } from '#core/refusal.ts'
import { startJob } from '#features/jobs/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { mappingRefusals } from '../../messages.ts'
import { isAtOrBelow } from '../queries/is-at-or-below.ts'
import { partyOf } from '../queries/party-of.ts'

type NewRun = { id: string; job_id: string; school_id: string; facility_id: string | null }

/** Queues a run; a facility admin's covers their own part of the hierarchy. Repeating the same id starts nothing. */
export async function startRun(tx: Tx, { id, job_id, school_id, facility_id }: NewRun): Promise<void> {
  const { party, facilityId } = await partyOf(tx)
  const top = facility_id ?? facilityId
  if (party === 'facility' && !(await isAtOrBelow(tx, top, facilityId)))
    refuse(mappingRefusals, refusal('mapping.no_facility'))
  const made = await tx
    .insertInto('mapping_runs')
    .values({ id, school_id, facility_id: top, job_id })
    .onConflict((taken) => taken.column('id').doNothing())
    .returning('id')
    .execute()
  if (made.length === 0) return
  await startJob(tx, {
    id: job_id,
    kind: 'mapping_run',
    title: 'Clinical mapping',
    ...(party === 'facility' ? { facility_id: facilityId } : { school_id }),
    input: { run_id: id },
  })
}
