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

/** Several who want in, `gapMs` after each other, and what each is told, in the order of its happening. */
async function queue(admission: Admission, count: number, gapMs = 0, kind: Kind = 'person') {
  const told: string[] = []
  const callers: Caller[] = []
  for (let number = 0; number < count; number++) {
    const one = caller()
    callers.push(one)
    void Promise.resolve(admission.enter(one.reply, kind)).then((isIn) =>
      told.push(`${number} ${isIn ? 'in' : 'refused'}`),
    )
    await vi.advanceTimersByTimeAsync(gapMs)
  }
  return { callers, told }
}

test('as many as there are places come in at once, and a place is free when its answer is sent', async () => {
  const admission = new Admission({ max: 2, maxStrangers: 2, maxWaiting: 0, waitMs: 800 })
  const { callers, told } = await queue(admission, 3)
  expect(told).toEqual(['0 in', '1 in', '2 refused'])
  callers[0]!.close()
  expect(admission.inside).toBe(1)
  expect(admission.enter(caller().reply, 'person')).toBe(true)
})

test('while the line is quick, who came first is served first', async () => {
  const admission = new Admission({ max: 1, maxStrangers: 1, maxWaiting: 10, waitMs: 800 })
  const { callers, told } = await queue(admission, 4, 10)
  for (const { close } of callers) {
    close()
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(told).toEqual(['0 in', '1 in', '2 in', '3 in'])
})

test('in an overload the newest is served first, and who has waited too long is refused', async () => {
  const admission = new Admission({ max: 1, maxStrangers: 1, maxWaiting: 10, waitMs: 800 })
  const { callers, told } = await queue(admission, 4, 60)
  callers[0]!.close()
  await vi.advanceTimersByTimeAsync(0)
  expect(told).toEqual(['0 in', '3 in'])
  await vi.advanceTimersByTimeAsync(800)
  expect(told).toEqual(['0 in', '3 in', '1 refused', '2 refused'])
  // Nobody waits any more: the place stays free.
  callers[3]!.close()
  expect(admission.inside).toBe(0)
})

test('the line has an end', async () => {
  const admission = new Admission({ max: 1, maxStrangers: 1, maxWaiting: 2, waitMs: 800 })
  const { told } = await queue(admission, 5)
  expect(told).toEqual(['0 in', '3 refused', '4 refused'])
  await vi.advanceTimersByTimeAsync(800)
  const later = await queue(admission, 2)
  expect(later.told).toEqual([])
})

test('who hangs up while waiting takes no place', async () => {
  const admission = new Admission({ max: 1, maxStrangers: 1, maxWaiting: 10, waitMs: 800 })
  const { callers, told } = await queue(admission, 3)
  callers[1]!.close()
  callers[0]!.close()
  await vi.advanceTimersByTimeAsync(0)
  expect(told).toEqual(['0 in', '1 refused', '2 in'])
  expect(admission.inside).toBe(1)
})

test('a place is given back once: early by a stream, and not again when its connection ends', async () => {
  const admission = new Admission({ max: 1, maxStrangers: 1, maxWaiting: 10, waitMs: 800 })
  const { callers, told } = await queue(admission, 3)
  admission.leave(callers[0]!.reply)
  callers[0]!.close()
  await vi.advanceTimersByTimeAsync(0)
  expect(told).toEqual(['0 in', '1 in'])
})

test('without places nobody waits', () => {
  const admission = new Admission({ max: 0, maxStrangers: 0, maxWaiting: 10, waitMs: 800 })
  expect(admission.enter(caller().reply, 'person')).toBe(false)
})

test('people who are not signed in get a share of the places, and what is left of them is for those who are', async () => {
  const admission = new Admission({ max: 4, maxStrangers: 1, maxWaiting: 10, waitMs: 800 })
  const strangers = await queue(admission, 3, 0, 'stranger')
  expect(strangers.told).toEqual(['0 in'])
  const people = await queue(admission, 4)
  expect(people.told).toEqual(['0 in', '1 in', '2 in'])
  strangers.callers[0]!.close()
  await vi.advanceTimersByTimeAsync(0)
  expect(people.told).toContain('3 in')
  expect(strangers.told).toEqual(['0 in'])
})

test('however many signed-in people wait, every eighth place goes to someone else: people sign in', async () => {
  const admission = new Admission({ max: 1, maxStrangers: 1, maxWaiting: 100, waitMs: 800 })
  const people = await queue(admission, 20)
  const strangers = await queue(admission, 1, 0, 'stranger')
  for (let number = 0; number < 8; number++) {
    people.callers[number]!.close()
    await vi.advanceTimersByTimeAsync(0)
  }
  expect(strangers.told).toEqual(['0 in'])
})

test('a place that is taken only if it is free leaves nobody in line', async () => {
  const admission = new Admission({ max: 1, maxStrangers: 1, maxWaiting: 10, waitMs: 800 })
  const { callers } = await queue(admission, 1)
  expect(admission.enterNow(caller().reply, 'person')).toBe(false)
  callers[0]!.close()
  await vi.advanceTimersByTimeAsync(0)
  expect(admission.inside).toBe(0)
})
