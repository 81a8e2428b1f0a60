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

/** Several who want in, `gapMs` after each other, and what each is answered, in the order of its happening. */
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

test('as many as there are slots come in at once, and a slot is free when its answer is sent', async () => {
  const admission = new Admission({ max: 2, maxStrangers: 2, maxWaiting: 0, waitMs: 800 })
  const { callers, answered } = await queue(admission, 3)
  expect(answered).toEqual(['0 in', '1 in', '2 refused'])
  callers[0]!.close()
  expect(admission.inside).toBe(1)
  expect(admission.enter(caller().reply, 'person')).toBe(true)
})

test('while the line is quick, who came first is served first', async () => {
  const admission = new Admission({ max: 1, maxStrangers: 1, maxWaiting: 10, waitMs: 800 })
  const { callers, answered } = await queue(admission, 4, 10)
  for (const { close } of callers) {
    close()
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(answered).toEqual(['0 in', '1 in', '2 in', '3 in'])
})

test('in an overload the newest is served first, and who has waited too long is refused', async () => {
  const admission = new Admission({ max: 1, maxStrangers: 1, maxWaiting: 10, waitMs: 800 })
  const { callers, answered } = await queue(admission, 4, 60)
  callers[0]!.close()
  await vi.advanceTimersByTimeAsync(0)
  expect(answered).toEqual(['0 in', '3 in'])
  await vi.advanceTimersByTimeAsync(800)
  expect(answered).toEqual(['0 in', '3 in', '1 refused', '2 refused'])
  // No one waits any more: the slot stays free.
  callers[3]!.close()
  expect(admission.inside).toBe(0)
})

test('what was spent before the line, on finding out who asks, counts as waiting', async () => {
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

test('who has waited long enough before the line is refused at once, and does not stand in it', async () => {
  const admission = new Admission({ max: 1, maxStrangers: 1, maxWaiting: 1, waitMs: 800 })
  admission.enter(caller().reply, 'person')
  expect(admission.enter(caller().reply, 'person', performance.now() - 801)).toBe(false)
  expect(admission.enter(caller().reply, 'person')).toBeInstanceOf(Promise)
})

test('the line has an end', async () => {
  const admission = new Admission({ max: 1, maxStrangers: 1, maxWaiting: 2, waitMs: 800 })
  const { answered } = await queue(admission, 5)
  expect(answered).toEqual(['0 in', '3 refused', '4 refused'])
  await vi.advanceTimersByTimeAsync(800)
  const later = await queue(admission, 2)
  expect(later.answered).toEqual([])
})

test('who hangs up while waiting takes no slot', async () => {
  const admission = new Admission({ max: 1, maxStrangers: 1, maxWaiting: 10, waitMs: 800 })
  const { callers, answered } = await queue(admission, 3)
  callers[1]!.close()
  callers[0]!.close()
  await vi.advanceTimersByTimeAsync(0)
  expect(answered).toEqual(['0 in', '1 refused', '2 in'])
  expect(admission.inside).toBe(1)
})

test('a slot is given back once: early by a stream, and not again when its connection ends', async () => {
  const admission = new Admission({ max: 1, maxStrangers: 1, maxWaiting: 10, waitMs: 800 })
  const { callers, answered } = await queue(admission, 3)
  admission.leave(callers[0]!.reply)
  callers[0]!.close()
  await vi.advanceTimersByTimeAsync(0)
  expect(answered).toEqual(['0 in', '1 in'])
})

test('without slots no one waits', () => {
  const admission = new Admission({ max: 0, maxStrangers: 0, maxWaiting: 10, waitMs: 800 })
  expect(admission.enter(caller().reply, 'person')).toBe(false)
})

test('people who are not signed in get a share of the slots, and what is left of them is for those who are', async () => {
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

test('however many signed-in people wait, every eighth slot goes to someone else: people sign in', async () => {
  const admission = new Admission({ max: 1, maxStrangers: 1, maxWaiting: 100, waitMs: 800 })
  const people = await queue(admission, 20)
  const strangers = await queue(admission, 1, 0, 'stranger')
  for (let number = 0; number < 8; number++) {
    people.callers[number]!.close()
    await vi.advanceTimersByTimeAsync(0)
  }
  expect(strangers.answered).toEqual(['0 in'])
})

test('a slot that is taken only if it is free leaves no one in line', async () => {
  const admission = new Admission({ max: 1, maxStrangers: 1, maxWaiting: 10, waitMs: 800 })
  const { callers } = await queue(admission, 1)
  expect(admission.enterNow(caller().reply, 'person')).toBe(false)
  callers[0]!.close()
  await vi.advanceTimersByTimeAsync(0)
  expect(admission.inside).toBe(0)
})

test('who is refused is asked to come back in a second in which there is a slot', async () => {
  const admission = new Admission({ max: 1_000, maxStrangers: 1_000, maxWaiting: 0, waitMs: 800 })
  // Nothing is known of the pace: a few each second.
  const first = Array.from({ length: 25 }, () => admission.comeBackIn('person'))
  expect(first).toEqual([1, 2, 3, 4, 5, 6].flatMap((second) => Array<number>(4).fill(second)).concat(7))
  // A flood of strangers moves no one else's time.
  for (let count = 0; count < 500; count++) expect(admission.comeBackIn('stranger')).toBeLessThanOrEqual(90)
  expect(admission.comeBackIn('person')).toBe(7)
  // A thousand slots a second: twenty of them for who comes back.
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

test('who is refused again before the second they were asked to come back in is meant for that second still', async () => {
  const admission = new Admission({ max: 1, maxStrangers: 1, maxWaiting: 0, waitMs: 800 })
  for (let count = 0; count < 8; count++) admission.comeBackIn('person')
  expect(admission.comeBackIn('person', 'one')).toBe(3)
  await vi.advanceTimersByTimeAsync(1_000)
  expect([admission.comeBackIn('person', 'one'), admission.comeBackIn('person', 'one')]).toEqual([2, 2])
  // Only one slot was kept for all three.
  expect(Array.from({ length: 4 }, () => admission.comeBackIn('person'))).toEqual([2, 2, 2, 3])
})

test('who was refused three times in a row and comes too early waits for the answer; who waits until then does not', async () => {
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
  // Anyone who hangs up is not remembered for five seconds.
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

test('of what a thousand ask who keep to it, without a pause and twice as much as there is pace for, 95 % is answered within 1 s', async () => {
  const admission = new Admission({ max: 32, maxStrangers: 8, maxWaiting: 1_000, waitMs: 800 })
  const answers = { soon: 0, late: 0, refused: 0 }
  const working: (() => void)[] = []
  const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))
  /** Alike at each run: no one comes back to the millisecond. */
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
  // Everyone came in the same half second: nine in ten of that wave are asked to come back.
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

test('a busy server lets strangers in at a pace, and signed-in people at once', async () => {
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

test('on a busy server strangers whose turn does not come in time are asked to come back', async () => {
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
