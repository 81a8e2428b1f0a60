import { type AnyProcedure, Procedure } from '@orpc/server'
import type { ApiMeta } from '#core/api-meta.ts'

/** A row with the JSON text of a T. */
export type Json<T> = { json: string; of?: T }

/** An answer that PostgreSQL wrote as JSON: no one takes it apart on its way to who asked. */
export class WrittenJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

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

/** Stands in the answer where what PostgreSQL wrote belongs. */
const MARK = 'as PostgreSQL wrote it'

/** What a request's context has to do with it (platform/server/guard.ts). */
type Context = {
  /** Is told of an answer that PostgreSQL wrote as JSON, which leaves as it is. */
  leaves?: (json: string) => void
  /** Does who asks take such an answer as it is written? */
  takesWritten?: boolean
}

/** The answer with what was written instead. */
export function withWritten(answer: string, written: string): string {
  return answer.replace(`"${MARK}"`, () => written)
}

const unchecked = new WeakMap<AnyProcedure, AnyProcedure>()

/**
 * Between a server and its procedures: what a call whose contract says `answersAsRead` returns is not checked and copied field
 * by field for each answer, and JSON that PostgreSQL wrote is handed to the server (`context.leaves`) as it is. Tests call without
 * a server in between, and have every answer taken apart and checked.
 */
export async function answerAsRead<O extends { procedure: AnyProcedure; context: Context }>(
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
  const context = { ...call.context, takesWritten: true }
  const value = await next({ ...(call as unknown as O), procedure, context })
  if (!(value instanceof WrittenJson)) return new AsRead(value)
  call.context.leaves?.(value.text)
  return new AsRead(MARK)
}
