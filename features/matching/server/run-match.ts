import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { MatchResult, Problem } from './format.ts'

/** Runs the matching in a separate thread, so that the server stays responsive; ends at once when stopped. */
export async function runMatch(problem: Problem, stopping?: AbortSignal): Promise<MatchResult> {
  stopping?.throwIfAborted()
  const worker = new Worker(new URL('./match-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 1024 },
  })
  try {
    worker.postMessage(problem)
    // A thread that fails emits an error, which rejects this promise.
    const [answer] = await once(worker, 'message', stopping ? { signal: stopping } : {})
    return answer as MatchResult
  } finally {
    await worker.terminate()
  }
}
