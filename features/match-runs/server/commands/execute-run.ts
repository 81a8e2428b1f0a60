import { refuse, refusal } from '#core/refusal.ts'
import { checkedProblem, type MatchResult, type Problem } from '#features/matching/server/public.ts'
import { findWishlists } from '#features/wishlists/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { runRefusals } from '../../messages.ts'
import { resultOf, BY_HAND, gapsOf, type Placed, proofOf } from '../result-of.ts'
import { problemOf } from '../problem-of.ts'
import { loadFacts } from '../queries/load-facts.ts'
import { lockRun } from './lock-run.ts'
import { writeResults } from './write-results.ts'

/** Builds the problem of a queued run and stores it, so that a run resumed after a crash solves the same one. */
export async function beginRun(tx: Tx, id: string): Promise<{ problem: Problem; isByHand: boolean } | null> {
  const run = await lockRun(tx, id)
  if (run.status !== 'queued' && run.status !== 'running') return null
  const isByHand = run.settings.mode === 'manual'
  if (run.problem) return { problem: run.problem, isByHand }
  const [wishlist] = await findWishlists(tx, run.campaign_id)
  const { rotations } = await tx
    .selectFrom('wishlist_campaigns')
    .select('rotations')
    .where('id', '=', run.campaign_id)
    .executeTakeFirstOrThrow()
  const facts = await loadFacts(tx, wishlist!, run.settings.require_clearance)
  if (facts.students.length === 0) refuse(runRefusals, refusal('run.no_students'))
  const problem = checkedProblem(problemOf(facts, run.settings, rotations))
  await tx
    .updateTable('wishlist_runs')
    .set({
      status: 'running',
      problem: JSON.stringify(problem),
      gaps: JSON.stringify(gapsOf(facts.needs, facts.options)),
    })
    .where('id', '=', id)
    .execute()
  return { problem, isByHand }
}

/** Stores the engine's result: its proof, the metrics, and each student's placement with reasons. Without a result no one is placed yet. */
export async function finishRun(tx: Tx, id: string, answer: MatchResult | null): Promise<void> {
  const run = await lockRun(tx, id)
  if (run.status !== 'running' || !run.problem || !run.gaps) return
  const placed: Placed[] = answer
    ? answer.assignments
    : run.problem.students.map((student) => ({ student: student.id, options: [] }))
  const proof = answer ? proofOf(answer) : BY_HAND
  const hasMatch = placed.length > 0
  const { figures, results } = resultOf(run.problem, run.gaps, placed, new Set(), answer === null)
  if (hasMatch) {
    // Uses the engine's own sentences if it made the match, because they describe how.
    const own = new Map((answer?.explanations ?? []).map(({ student, sentences }) => [student, sentences]))
    await writeResults(
      tx,
      run,
      results.map((result) => ({ ...result, sentences: own.get(result.student_id) ?? result.sentences })),
    )
  }
  await tx
    .updateTable('wishlist_runs')
    .set({
      status: 'done',
      proof: JSON.stringify(proof),
      figures: hasMatch ? JSON.stringify(figures) : null,
      finished_at: new Date().toISOString(),
    })
    .where('id', '=', id)
    .execute()
}
