import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { Answers, connectionLimits } from './connection-limits.ts'

class Response extends EventEmitter {
  destroyed = false
  destroy() {
    this.destroyed = true
    this.emit('close')
  }
}
const answersOf = (answerBytesPerOwner: number, answerBytes: number) => {
  const answers = new Answers({ ...connectionLimits, answerBytesPerOwner, answerBytes })
  return (owner: string, bytes?: number) => {
    const response = new Response()
    return { response, isIn: answers.begin(response as unknown as ServerResponse, owner, bytes) }
  }
}

describe('answers that are being sent', () => {
  it('are few at once for one person, until one has arrived', () => {
    const begin = answersOf(20, 1_000)
    const first = begin('ana', 9)
    expect([first.isIn, begin('ana', 9).isIn, begin('ana', 9).isIn]).toEqual([true, true, false])
    expect(begin('ben', 9).isIn).toBe(true)
    first.response.emit('close')
    expect(begin('ana', 9).isIn).toBe(true)
  })

  it('may be one, however large', () => {
    expect(answersOf(20, 1_000)('ana', 500).isIn).toBe(true)
  })

  it('are two lists for one person; a third is refused', () => {
    const { answerBytesPerOwner, answerBytes } = connectionLimits
    const begin = answersOf(answerBytesPerOwner, answerBytes)
    expect([1, 2, 3].map(() => begin('ana').isIn)).toEqual([true, true, false])
  })

  it('lose the oldest when everyone together has too many', () => {
    const begin = answersOf(20, 30)
    const all = ['ana', 'ben', 'cem', 'dee'].map((owner) => begin(owner, 10))
    expect(all.map(({ isIn }) => isIn)).toEqual([true, true, true, true])
    expect(all.map(({ response }) => response.destroyed)).toEqual([true, false, false, false])
  })

  it('do not count after their connection has closed', () => {
    const answers = new Answers({ ...connectionLimits, answerBytesPerOwner: 5 })
    const closed = Object.assign(new Response(), { destroyed: true }) as unknown as ServerResponse
    expect([answers.begin(closed, 'ana', 4), answers.begin(closed, 'ana', 4)]).toEqual([true, true])
  })
})
