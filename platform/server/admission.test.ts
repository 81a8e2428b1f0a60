import { EventEmitter } from 'node:events'
import type { FastifyReply } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Admission, type Caller as Kind } from './admission.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Caller = { reply: FastifyReply; close: () => void }

function caller(): Caller {
  const raw = new EventEmitter()
  return { reply: { raw } as unknown as FastifyReply, close: () => raw.emit('close') }
}

/** Several callers that arrive `gapMs` after each other, and the answer of each in the order of events. */
async function queue(admission: Admission, count: number, gapMs = 0, kind: Kind = 'person') {
  const answered: string[] = []
  const callers: Caller[] = []
  for (let number = 0; number < count; number++) {
    const one = caller()
    callers.push(one)
    void Promise.resolve(admission.enter(one.reply, kind)).then((isIn) =>
      answered.push(`${number} ${isIn ? 'in' : 'refused'}`),
    )
    await vi.advanceTimersByTimeAsync(gapMs)
  }
  return { callers, answered }
}

test('lets in as many as there are slots, and frees a slot when its answer is sent', async () => {
  const admission = new Admission({ max: 2, maxStrangers: 2, maxWaiting: 0, waitMs: 800 })
  const { callers, answered } = await queue(admission, 3)
  expect(answered).toEqual(['0 in', '1 in', '2 refused'])
  callers[0]!.close()
  expect(admission.inside).toBe(1)
  expect(admission.enter(caller().reply, 'person')).toBe(true)
})

test('frees the slot of a caller whose connection closed before it got in', async () => {
  const admission = new Admission({ max: 1, maxStrangers: 1, maxWaiting: 0, waitMs: 800 })
  const gone = caller()
  gone.close()
  Object.assign(gone.reply.raw, { destroyed: true })
  await admission.enter(gone.reply, 'person')
  expect(admission.inside).toBe(0)
})

test('serves callers in order while the queue is quick', async () => {
  const admission = new Admission({ max: 1, maxStrangers: 1, maxWaiting: 10, waitMs: 800 })
  const { callers, answered } = await queue(admission, 4, 10)
  for (const { close } of callers) {
    close()
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(answered).toEqual(['0 in', '1 in', '2 in', '3 in'])
})

test('serves the newest first in an overload, and refuses those who have waited too long', async () => {
  const admission = new Admission({ max: 1, maxStrangers: 1, maxWaiting: 10, waitMs: 800 })
  const { callers, answered } = await queue(admission, 4, 60)
  callers[0]!.close()
  await vi.advanceTimersByTimeAsync(0)
  expect(answered).toEqual(['0 in', '3 in'])
  await vi.advanceTimersByTimeAsync(800)
  expect(answered).toEqual(['0 in', '3 in', '1 refused', '2 refused'])
  // No one waits any more, so the slot stays free.
  callers[3]!.close()
  expect(admission.inside).toBe(0)
})

test('counts the time spent before the queue, on finding out who asks, as waiting', async () => {
  const admission = new Admission({ max: 1, maxStrangers: 1, maxWaiting: 10, waitMs: 800 })
  admission.enter(caller().reply, 'person')
  const answered: boolean[] = []
  const asked = performance.now() - 700
  void Promise.resolve(admission.enter(caller().reply, 'person', asked)).then((isIn) => answered.push(isIn))
  await vi.advanceTimersByTimeAsync(99)
  expect(answered).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(answered).toEqual([false])
})

test('refuses at once a request that has waited long enough before the queue', async () => {
  const admission = new Admission({ max: 1, maxStrangers: 1, maxWaiting: 1, waitMs: 800 })
  admission.enter(caller().reply, 'person')
  expect(admission.enter(caller().reply, 'person', performance.now() - 801)).toBe(false)
  expect(admission.enter(caller().reply, 'person')).toBeInstanceOf(Promise)
})

test('limits the queue', async () => {
  const admission = new Admission({ max: 1, maxStrangers: 1, maxWaiting: 2, waitMs: 800 })
  const { answered } = await queue(admission, 5)
  expect(answered).toEqual(['0 in', '3 refused', '4 refused'])
  await vi.advanceTimersByTimeAsync(800)
  const later = await queue(admission, 2)
  expect(later.answered).toEqual([])
})

test('gives no slot to a caller who hangs up while waiting', async () => {
  const admission = new Admission({ max: 1, maxStrangers: 1, maxWaiting: 10, waitMs: 800 })
  const { callers, answered } = await queue(admission, 3)
  callers[1]!.close()
  callers[0]!.close()
  await vi.advanceTimersByTimeAsync(0)
  expect(answered).toEqual(['0 in', '1 refused', '2 in'])
  expect(admission.inside).toBe(1)
})

test('frees a slot once: early for a stream, and not again when its connection ends', async () => {
  const admission = new Admission({ max: 1, maxStrangers: 1, maxWaiting: 10, waitMs: 800 })
  const { callers, answered } = await queue(admission, 3)
  admission.leave(callers[0]!.reply)
  callers[0]!.close()
  await vi.advanceTimersByTimeAsync(0)
  expect(answered).toEqual(['0 in', '1 in'])
})

test('lets no one wait without slots', () => {
  const admission = new Admission({ max: 0, maxStrangers: 0, maxWaiting: 10, waitMs: 800 })
  expect(admission.enter(caller().reply, 'person')).toBe(false)
})

test('gives people who are not signed in a share of the slots, and the rest to signed-in people', async () => {
  const admission = new Admission({ max: 4, maxStrangers: 1, maxWaiting: 10, waitMs: 800 })
  const strangers = await queue(admission, 3, 0, 'stranger')
  expect(strangers.answered).toEqual(['0 in'])
  const people = await queue(admission, 4)
  expect(people.answered).toEqual(['0 in', '1 in', '2 in'])
  strangers.callers[0]!.close()
  await vi.advanceTimersByTimeAsync(0)
  expect(people.answered).toContain('3 in')
  expect(strangers.answered).toEqual(['0 in'])
})

test('gives every eighth slot to a stranger, however many signed-in people wait, because people sign in', async () => {
  const admission = new Admission({ max: 1, maxStrangers: 1, maxWaiting: 100, waitMs: 800 })
  const people = await queue(admission, 20)
  const strangers = await queue(admission, 1, 0, 'stranger')
  for (let number = 0; number < 8; number++) {
    people.callers[number]!.close()
    await vi.advanceTimersByTimeAsync(0)
  }
  expect(strangers.answered).toEqual(['0 in'])
})

test('leaves no one in the queue who only takes a free slot', async () => {
  const admission = new Admission({ max: 1, maxStrangers: 1, maxWaiting: 10, waitMs: 800 })
  const { callers } = await queue(admission, 1)
  expect(admission.enterNow(caller().reply, 'person')).toBe(false)
  callers[0]!.close()
  await vi.advanceTimersByTimeAsync(0)
  expect(admission.inside).toBe(0)
})

test('asks refused callers to come back in a second that has a slot', async () => {
  const admission = new Admission({ max: 1_000, maxStrangers: 1_000, maxWaiting: 0, waitMs: 800 })
  // The pace is not known yet: a few each second.
  const first = Array.from({ length: 25 }, () => admission.comeBackIn('person'))
  expect(first).toEqual([1, 2, 3, 4, 5, 6].flatMap((second) => Array<number>(4).fill(second)).concat(7))
  // A flood of strangers does not change anyone else's time.
  for (let count = 0; count < 500; count++) expect(admission.comeBackIn('stranger')).toBeLessThanOrEqual(90)
  expect(admission.comeBackIn('person')).toBe(7)
  // A thousand slots a second: twenty of them for returning callers.
  await vi.advanceTimersByTimeAsync(20_000)
  for (let count = 0; count < 1_000; count++) {
    const { reply, close } = caller()
    await admission.enter(reply, 'person')
    close()
  }
  await vi.advanceTimersByTimeAsync(1_000)
  const answered = Array.from({ length: 100 }, () => admission.comeBackIn('person'))
  expect([1, 2, 3].map((after) => answered.filter((one) => one === after).length)).toEqual([20, 20, 20])
  // No one is sent away for long.
  for (let count = 0; count < 2_000; count++) expect(admission.comeBackIn('person')).toBeLessThanOrEqual(90)
})

test('keeps the second of a caller who is refused again before it', async () => {
  const admission = new Admission({ max: 1, maxStrangers: 1, maxWaiting: 0, waitMs: 800 })
  for (let count = 0; count < 8; count++) admission.comeBackIn('person')
  expect(admission.comeBackIn('person', 'one')).toBe(3)
  await vi.advanceTimersByTimeAsync(1_000)
  expect([admission.comeBackIn('person', 'one'), admission.comeBackIn('person', 'one')]).toEqual([2, 2])
  // Only one slot was kept for all three.
  expect(Array.from({ length: 4 }, () => admission.comeBackIn('person'))).toEqual([2, 2, 2, 3])
})

test('delays the answer for a caller who was refused three times in a row and returns too early, but not for one who waits', async () => {
  const admission = new Admission({ max: 1, maxStrangers: 1, maxWaiting: 0, waitMs: 800 })
  for (let count = 0; count < 40; count++) admission.comeBackIn('person')
  const refuse = (times: number) => {
    for (let time = 0; time < times; time++) admission.comeBackIn('person', 'one')
  }
  const asked = async (reply = caller().reply) => {
    const began = performance.now()
    const isRefused = await admission.holdUp(reply, 'one')
    return { isRefused, ms: performance.now() - began }
  }
  expect(await asked()).toEqual({ isRefused: false, ms: 0 })
  refuse(2)
  expect(await asked()).toEqual({ isRefused: false, ms: 0 })
  refuse(1)
  // While there are slots no one is held up, whatever they were asked before.
  expect(await asked()).toEqual({ isRefused: false, ms: 0 })
  void admission.enter(caller().reply, 'person')
  expect(admission.holdUp(caller().reply, 'another')).toBe(false)
  const early = asked()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await early).toEqual({ isRefused: true, ms: 5_000 })
  // A caller who hangs up is not kept for five seconds.
  const { reply, close } = caller()
  const gone = asked(reply)
  close()
  expect(await gone).toEqual({ isRefused: true, ms: 0 })
  // The second has come: eleven after the first refusal.
  await vi.advanceTimersByTimeAsync(6_000)
  expect(await asked()).toEqual({ isRefused: false, ms: 0 })
  refuse(3)
  admission.forget('one')
  expect(await asked()).toEqual({ isRefused: false, ms: 0 })
})

test('answers 95 % within 1 s if a thousand callers follow it without pause, at twice the possible pace', async () => {
  const admission = new Admission({ max: 32, maxStrangers: 8, maxWaiting: 1_000, waitMs: 800 })
  const answers = { soon: 0, late: 0, refused: 0 }
  const working: (() => void)[] = []
  const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))
  /** The same in each run, but no one comes back at the exact millisecond. */
  let seed = 1
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
  let isOver = false
  let isSettled = false
  const client = async (): Promise<void> => {
    await pause(random() * 500)
    while (!isOver) {
      const began = performance.now()
      const { reply, close } = caller()
      const isIn = await admission.enter(reply, 'person')
      if (isIn) await new Promise<void>((resolve) => void working.push(resolve))
      if (isSettled) answers[!isIn ? 'refused' : performance.now() - began <= 1_000 ? 'soon' : 'late']++
      if (isIn) close()
      else await pause(1_000 * admission.comeBackIn('person') * (1 + random()))
    }
  }
  const clients = Array.from({ length: 1_000 }, client)
  const server = setInterval(() => working.splice(0, 9).forEach((answer) => answer()), 20)
  // Everyone came in the same half second, so nine in ten of that wave are asked to come back.
  await vi.advanceTimersByTimeAsync(3_000)
  isSettled = true
  await vi.advanceTimersByTimeAsync(30_000)
  isOver = true
  await vi.advanceTimersByTimeAsync(200_000)
  clearInterval(server)
  await Promise.all(clients)
  const { soon, late, refused } = answers
  expect(soon / (soon + late + refused)).toBeGreaterThanOrEqual(0.95)
  expect(soon).toBeGreaterThan(0.95 * 450 * 30)
})

test('a busy server lets strangers in at a fixed pace, and signed-in people at once', async () => {
  let isBusy = true
  const admission = new Admission({
    max: 100,
    maxStrangers: 100,
    maxWaiting: 100,
    waitMs: 800,
    isBusy: () => isBusy,
  })
  const inAt = async (ms: number, answered: readonly string[]) => {
    await vi.advanceTimersByTimeAsync(ms)
    return answered.filter((one) => one.endsWith(' in')).length
  }
  const { answered } = await queue(admission, 35, 0, 'stranger')
  expect(await inAt(0, answered)).toBe(10)
  expect((await queue(admission, 20)).answered).toHaveLength(20)
  expect(await inAt(100, answered)).toBe(20)
  isBusy = false
  expect(await inAt(100, answered)).toBe(35)
})

test('a busy server asks strangers whose turn does not come in time to come back', async () => {
  const admission = new Admission({
    max: 400,
    maxStrangers: 400,
    maxWaiting: 400,
    waitMs: 300,
    isBusy: () => true,
  })
  const { answered } = await queue(admission, 100, 0, 'stranger')
  await vi.advanceTimersByTimeAsync(1_000)
  const refused = answered.filter((one) => one.endsWith(' refused')).length
  expect(refused).toBeGreaterThan(50)
  expect(answered).toHaveLength(100)
})
