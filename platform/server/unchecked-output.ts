import { type AnyProcedure, Procedure } from '@orpc/server'
import type { ApiMeta } from '#core/api-meta.ts'

/** A row with the JSON text of a T. */
export type Json<T> = { json: string; of?: T }

/** An answer that PostgreSQL wrote as JSON, which is sent to the caller unparsed. */
export class RawJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A value that is copied into the answer whole: only the JSON serializer reads its contents. */
class UncheckedValue {
  readonly #value: unknown
  constructor(value: unknown) {
    this.#value = value
  }
  toJSON(): unknown {
    return this.#value
  }
}

/** Marks where in the answer the JSON of PostgreSQL belongs. */
const MARK = 'as PostgreSQL wrote it'

/** The fields of a request's context that this file uses (platform/server/guard.ts). */
type Context = {
  /** Receives an answer that PostgreSQL wrote as JSON, which is sent unchanged. */
  sendRawJson?: (json: string) => void
  /** True if the caller accepts such an answer unparsed. */
  acceptsRawJson?: boolean
}

/** The answer with its mark replaced by the JSON of PostgreSQL. */
export function withRawJson(answer: string, written: string): string {
  return answer.replace(`"${MARK}"`, () => written)
}

const unchecked = new WeakMap<AnyProcedure, AnyProcedure>()

/**
 * Runs between a server and its procedures. What a call whose contract says `skipsOutputChecks` returns is not validated and copied field by
 * field, and JSON that PostgreSQL wrote is handed to the server (`context.sendRawJson`) unchanged. Tests call procedures without a server, so
 * their answers are parsed and validated.
 */
export async function sendUncheckedOutput<O extends { procedure: AnyProcedure; context: Context }>(
  options: O & { next: (options?: O) => Promise<unknown> },
): Promise<unknown> {
  const { next, ...call } = options
  const definition = call.procedure['~orpc']
  if (!(definition.meta as ApiMeta).skipsOutputChecks) return next()
  let procedure = unchecked.get(call.procedure)
  if (!procedure) {
    procedure = new Procedure({ ...definition, outputSchema: undefined })
    unchecked.set(call.procedure, procedure)
  }
  const context = { ...call.context, acceptsRawJson: true }
  const value = await next({ ...(call as unknown as O), procedure, context })
  if (!(value instanceof RawJson)) return new UncheckedValue(value)
  call.context.sendRawJson?.(value.text)
  return new UncheckedValue(MARK)
}
