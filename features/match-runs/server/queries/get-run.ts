import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import { distinctNames } from '#features/wishlists/rules.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Edit, Placement, RunDetail, RunOption } from '../../contract.ts'
import { runRefusals } from '../../messages.ts'
import { notPublishedOf, unrankedIn } from '../../rules.ts'
import { readRun } from '../commands/lock-run.ts'
import { findChanges } from './find-changes.ts'
import { listRuns } from './list-runs.ts'

/** A run with its options, each student's placement with reasons, and the edits by hand. */
export async function getRun(tx: Tx, id: string): Promise<RunDetail> {
  const [run] = await listRuns(tx, { id })
  if (!run) return refuse(runRefusals, refusal('run.not_found'))
  const { rows: placements } = await sql<Placement>`
    select r.student_id, u.full_name, r.choices, r.option_ids, r.is_edited, r.sentences
    from public.wishlist_results r join public.users u on u.id = r.student_id where r.run_id = ${id}::uuid
    order by u.full_name, r.student_id`.execute(tx)
  const { rows: edits } = await sql<Edit>`
    select e.id, e.student_id, u.full_name, e.from_options, e.to_options, (e.cost_after - e.cost_before)::float8 as cost, e.reason,
      b.full_name as by_name, e.created_at, e.undone_at
    from public.wishlist_edits e join public.users u on u.id = e.student_id left join public.users b on b.id = e.created_by
    where e.run_id = ${id}::uuid order by e.created_at desc`.execute(tx)
  const {
    rows: [refused],
  } = await sql<{
    result: Parameters<typeof notPublishedOf>[0]['result'] | null
    finished_at: string
    error_code: string | null
  }>`
    select j.result, coalesce(j.finished_at, j.created_at) as finished_at, j.error_code from public.jobs j
    where j.kind = 'publish_match' and j.input ->> 'run_id' = ${id} order by j.created_at desc, j.id limit 1`.execute(
    tx,
  )
  // The seats as the run was given them; before it starts, those of the wishlist.
  const { rows: options } = await sql<
    Omit<RunOption, 'requests' | 'first_choices'> & { weekdays: number[]; first_date: string }
  >`
    select o.id, o.name, o.weekdays, o.first_date, o.location, o.specialty, coalesce((p.o ->> 'seats')::integer, o.seats) as seats
    from public.wishlist_runs r join public.wishlist_options o on o.campaign_id = r.campaign_id
    left join lateral (select x as o from jsonb_array_elements(r.problem -> 'options') x where x ->> 'id' = o.id::text) p on true
    where r.id = ${id}::uuid order by o.position`.execute(tx)
  const names = distinctNames(options)
  const { problem } = await readRun(tx, id, false)
  return {
    ...run,
    options: options.map(({ weekdays: _days, first_date: _first, ...option }) => ({
      ...option,
      name: names.get(option.id)!,
      requests: placements.filter(({ choices }) => choices.includes(option.id)).length,
      first_choices: placements.filter(({ choices }) => choices[0] === option.id).length,
    })),
    placements,
    edits,
    not_published:
      run.phase === 'done' && refused?.error_code === 'run.not_placed' && refused.result
        ? notPublishedOf({ ...refused, result: refused.result }, edits)
        : null,
    unranked: problem ? unrankedIn(problem) : 0,
    changes: run.phase === 'done' && problem ? await findChanges(tx, run.campaign_id, problem) : null,
  }
}
