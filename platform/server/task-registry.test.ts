import { afterEach, expect, it, vi } from 'vitest'
import type { Log } from './log.ts'
import { TaskRegistry } from './task-registry.ts'
import { startBackgroundTask } from './background-task.ts'

const HOUR = 3_600_000
const log = { warn: vi.fn<() => void>() } as unknown as Log
const stops: (() => Promise<void>)[] = []
afterEach(async () => void (await Promise.all(stops.splice(0).map((stop) => stop()))))

function start(round: () => Promise<boolean | void>) {
  const tasks = new TaskRegistry()
  stops.push(startBackgroundTask({ log, tasks }, { name: 'files', everyMs: HOUR, failed: 'no', round }))
  return tasks
}

it('records when a round ran, how long, and when the next is', async () => {
  const tasks = start(async () => {})
  await expect
    .poll(() => tasks.list()[0])
    .toMatchObject({ name: 'files', rounds: 1, failures: 0, is_running: false })
  const { last_started_at: began, next_at: next, last_ms: ms } = tasks.list()[0]!
  expect(ms).toBeLessThan(1_000)
  expect(Date.parse(next!) - Date.parse(began!)).toBeGreaterThanOrEqual(HOUR)
})

it('records why a round failed, and continues', async () => {
  let rounds = 0
  const tasks = start(async () => {
    if (rounds++ === 0) throw new Error('the database is away')
  })
  await expect.poll(() => tasks.list()[0]!.last_failure).toBe('the database is away')
  await tasks.run('files')
  expect(tasks.list()[0]).toMatchObject({ rounds: 2, failures: 1, last_failure: 'the database is away' })
})

it('runs a round now, after the current one, and answers at its end', async () => {
  const ends: ((error?: Error) => void)[] = []
  const tasks = start(
    () => new Promise((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve()))),
  )
  await expect.poll(() => ends.length).toBe(1)
  let isOver = false
  const asked = tasks.run('files').finally(() => (isOver = true))
  ends[0]!()
  await expect.poll(() => ends.length).toBe(2)
  expect(isOver).toBe(false)
  ends[1]!(new Error('refused'))
  await expect(asked).rejects.toThrow('refused')
  await expect.poll(() => tasks.list()[0]!.is_running).toBe(false)
})

it('says that it does no such work, or that it is stopping', async () => {
  const tasks = start(async () => {})
  await expect(tasks.run('emails')).rejects.toThrow('no such work')
  await stops.pop()!()
  await expect(tasks.run('files')).rejects.toThrow('stopping')
})
