import { ORPCError } from '@orpc/server'
import type { ActorContext, RequestContext } from './guard.ts'
import { uncounted } from './time-left.ts'

type Caller = Pick<ActorContext, 'me'> & Pick<RequestContext, 'endAdmission'>

/**
 * Requests that wait for the server of another company. They wait without the slot of their request, which others would miss, and each of
 * their transactions has the full time limit. Only a few run at once, of one person and in all, so a server that hangs delays no one else.
 */
export class OutsideCalls {
  readonly #most: number
  readonly #mostOfOne: number
  readonly #people: string[] = []

  constructor({ most = 16, mostOfOne = 3 } = {}) {
    this.#most = most
    this.#mostOfOne = mostOfOne
  }

  async run<T>({ me, endAdmission }: Caller, work: () => Promise<T>): Promise<T> {
    const person = me().realUserId
    const own = this.#people.filter((one) => one === person).length
    if (this.#people.length >= this.#most || own >= this.#mostOfOne)
      throw new ORPCError('SERVICE_UNAVAILABLE', {
        message: 'Many requests wait for this service right now. Please try again in a moment.',
      })
    this.#people.push(person)
    endAdmission?.()
    try {
      return await uncounted(work)
    } finally {
      this.#people.splice(this.#people.indexOf(person), 1)
    }
  }
}
