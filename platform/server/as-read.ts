import { type AnyProcedure, Procedure } from '@orpc/server'
import type { ApiMeta } from '#core/api-meta.ts'

/** Goes into the answer whole: nothing but JSON looks at what is in it. */
class AsRead {
  readonly #value: unknown
  constructor(value: unknown) {
    this.#value = value
  }
  toJSON(): unknown {
    return this.#value
  }
}

const unchecked = new WeakMap<AnyProcedure, AnyProcedure>()

/**
 * Between a server and its procedures: what a call whose contract says `answersAsRead` returns is not checked and copied field
 * by field for each answer. Tests call without a server in between, and have every answer checked.
 */
export async function answerAsRead<O extends { procedure: AnyProcedure }>(
  options: O & { next: (options?: O) => Promise<unknown> },
): Promise<unknown> {
  const { next, ...call } = options
  const definition = call.procedure['~orpc']
  if (!(definition.meta as ApiMeta).answersAsRead) return next()
  let procedure = unchecked.get(call.procedure)
  if (!procedure) {
    procedure = new Procedure({ ...definition, outputSchema: undefined })
    unchecked.set(call.procedure, procedure)
  }
  return new AsRead(await next({ ...(call as unknown as O), procedure }))
}
