import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { startJob } from '#features/jobs/server/public.ts'
import { lockWishlist } from '#features/wishlists/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { RunSettings } from '../../contract.ts'
import { runRefusals } from '../../messages.ts'
import { roomFor, startBlocker } from '../../rules.ts'

type NewRun = { id: string; job_id: string; campaign_id: string; settings: RunSettings }

/** Queues a match run for a closed wishlist; repeating the same id starts nothing. */
export async function startRun(tx: Tx, { id, job_id: jobId, campaign_id, settings }: NewRun): Promise<void> {
  const wishlist = await lockWishlist(tx, campaign_id)
  refuseIf(runRefusals, startBlocker(wishlist.phase))
  const campaign = await tx
    .selectFrom('wishlist_campaigns')
    .select('rotations')
    .where('id', '=', campaign_id)
    .executeTakeFirstOrThrow()
  const options = await tx
    .selectFrom('wishlist_options')
    .select(['first_date', 'last_date'])
    .where('campaign_id', '=', campaign_id)
    .execute()
  const room = roomFor(options)
  if (room < campaign.rotations)
    refuse(runRefusals, refusal('run.too_few_blocks', { room, rotations: campaign.rotations }))
  const last = await tx
    .selectFrom('wishlist_runs')
    .select((eb) => eb.fn.max('number').as('number'))
    .where('campaign_id', '=', campaign_id)
    .executeTakeFirst()
  const number = (last?.number ?? 0) + 1
  const made = await tx
    .insertInto('wishlist_runs')
    .values({
      id,
      school_id: wishlist.school_id,
      campaign_id,
      number,
      job_id: jobId,
      settings: JSON.stringify(settings),
    })
    .onConflict((taken) => taken.column('id').doNothing())
    .returning('id')
    .execute()
  if (made.length === 0) return
  await startJob(tx, {
    id: jobId,
    kind: 'match_run',
    title: `Match ${wishlist.name}, run ${number}`,
    school_id: wishlist.school_id,
    input: { run_id: id },
  })
}
