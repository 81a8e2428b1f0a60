import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Viewer } from './session.ts'
import { OutsideCalls } from './outside-calls.ts'
import { timeLeft, withTimeLimit } from './time-left.ts'

const by = (realUserId: string, endAdmission = () => {}) => ({
  me: () => ({ realUserId }) as Viewer,
  endAdmission,
})
/** A call that waits until it is answered. */
function call(calls: OutsideCalls, person: string) {
  const { promise, resolve } = Promise.withResolvers<string>()
  const running = calls.run(by(person), () => promise)
  running.catch(() => {})
  return { running, answer: () => resolve(person) }
}
const refused = { code: 'SERVICE_UNAVAILABLE' }

describe('a call to another server', () => {
  it('waits without the slot of its request', async () => {
    const steps: string[] = []
    await new OutsideCalls().run(
      by('ana', () => steps.push('left')),
      async () => void steps.push('asked'),
    )
    expect(steps).toEqual(['left', 'asked'])
  })

  it('is one of few at once of a person, and in all', async () => {
    const calls = new OutsideCalls({ most: 3, mostOfOne: 2 })
    const [first] = [call(calls, 'ana'), call(calls, 'ana')]
    await expect(call(calls, 'ana').running).rejects.toMatchObject(refused)
    const other = call(calls, 'ben')
    await expect(call(calls, 'eva').running).rejects.toMatchObject(refused)
    first!.answer()
    expect(await first!.running).toBe('ana')
    const next = call(calls, 'eva')
    next.answer()
    other.answer()
    expect(await Promise.all([next.running, other.running])).toEqual(['eva', 'ben'])
  })

  it('counts no more once it failed', async () => {
    const calls = new OutsideCalls({ most: 1 })
    const fail = () => calls.run(by('ana'), () => Promise.reject(new Error('away')))
    await expect(fail()).rejects.toThrow('away')
    await expect(fail()).rejects.toThrow('away')
  })

  it('leaves each transaction its full time, however long it waited', async () => {
    await withTimeLimit(2_600, async () => {
      await setTimeout(1)
      expect(timeLeft()).toBeLessThan(201)
      await new OutsideCalls().run(by('ana'), async () => expect(timeLeft()).toBe(2_700))
      expect(timeLeft()).toBeLessThan(201)
    })
  })
})
