import type { JobKind, JobKinds } from '#features/jobs/server/public.ts'
import { type MatchResult, type Problem, runMatch } from '#features/matching/server/public.ts'
import { beginRun, finishRun } from './commands/execute-run.ts'
import { publishRun } from './commands/publish-run.ts'

const LOOK_MS = 400
const DEADLINE_MS = 10 * 60_000
const STEPS = 4

/** Matches the students of a wishlist; resumed after a crash, it solves the stored problem. */
export const matchRun: JobKind<{ run_id: string }> = async (job) => {
  const id = job.input.run_id
  await job.progress({ done: 0, total: STEPS })
  const begun = await job.act((tx) => beginRun(tx, id), { deadlineMs: DEADLINE_MS })
  if (!begun) return { run_id: id }
  const answer = begun.isByHand ? null : await solved(job, begun.problem)
  await job.act(
    async (tx) => {
      await finishRun(tx, id, answer)
      await job.finishIn(tx, { run_id: id })
    },
    { deadlineMs: DEADLINE_MS },
  )
  return { run_id: id }
}

type Job = Parameters<typeof matchRun>[0]

/** Runs the engine in a separate thread; stops when the job or the process does. */
async function solved(job: Job, problem: Problem): Promise<MatchResult> {
  const stopping = new AbortController()
  const running = runMatch(problem, AbortSignal.any([job.signal, stopping.signal]))
  let stopped: unknown
  let isLooking = false
  const look = setInterval(() => {
    if (isLooking) return
    isLooking = true
    job
      .progress({ done: 2, total: STEPS })
      .catch((error: unknown) => {
        stopped = error
        stopping.abort()
      })
      .finally(() => {
        isLooking = false
      })
  }, LOOK_MS)
  try {
    return await running
  } catch (error) {
    throw stopped ?? error
  } finally {
    clearInterval(look)
  }
}

/** Publishes a run: its seats, notifications and the end of the job are one transaction. */
const publishMatch =
  (appUrl: string): JobKind<{ run_id: string }> =>
  async (job) => {
    await job.act(
      async (tx) => {
        const counts = await publishRun(tx, job.input.run_id, appUrl)
        await job.finishIn(tx, counts)
      },
      { deadlineMs: DEADLINE_MS },
    )
  }

/** The jobs of match runs; `appUrl` is the base of links for preceptors without an account. */
export const matchRunJobs = (appUrl: string) =>
  ({ match_run: matchRun, publish_match: publishMatch(appUrl) }) as JobKinds
