import { startTestServer } from '#database/test-server.ts'
import { type Finding, judge } from '../../lib/findings.ts'

/** Runs trials as a command on a temporary database server; passes on `--quick`. */
export async function runTrials(trials: (quick: boolean) => AsyncIterable<Finding>): Promise<void> {
  const server = await startTestServer()
  try {
    await judge(trials(process.argv.includes('--quick')))
  } finally {
    await server.stop()
  }
}

/** Runs `work` on every item, at most `width` at once. */
export async function inParallel<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items]
  const worker = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: width }, worker))
}

/** Random numbers from 0 to 1 that depend only on the seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
