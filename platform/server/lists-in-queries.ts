import * as z from 'zod'

type Intercepted = { input: unknown; procedure: { '~orpc': { inputSchema?: unknown } } }

/**
 * For the REST handler: turns a query parameter that appears once (`status=published`) into a list if the contract says so. Other
 * parameters stay unchanged, and repeated ones (`status=draft&status=published`) already are lists.
 */
export class ListsInQueries {
  // Before texts are converted to numbers and dates, so that those in lists are converted too.
  order = 1
  init(options: { clientInterceptors?: ((call: never) => unknown)[] }): void {
    options.clientInterceptors ??= []
    options.clientInterceptors.unshift(((call: Intercepted & { next: (call: Intercepted) => unknown }) =>
      call.next({
        ...call,
        input: withLists(call.input, call.procedure['~orpc'].inputSchema),
      })) as never)
  }
}

const listsOf = new WeakMap<object, readonly string[]>()

/** The input with every field that is a list in the schema as a list. */
export function withLists(input: unknown, schema: unknown): unknown {
  if (!(schema instanceof z.ZodObject) || typeof input !== 'object' || input === null) return input
  let lists = listsOf.get(schema)
  if (!lists) {
    lists = Object.entries(schema.shape).flatMap(([name, field]) => (isList(field) ? [name] : []))
    listsOf.set(schema, lists)
  }
  const single = lists.filter((name) => typeof (input as Record<string, unknown>)[name] === 'string')
  if (single.length === 0) return input
  const values = input as Record<string, unknown>
  return { ...values, ...Object.fromEntries(single.map((name) => [name, [values[name]]])) }
}

function isList(field: unknown): boolean {
  if (field instanceof z.ZodArray) return true
  return field instanceof z.ZodDefault || field instanceof z.ZodOptional || field instanceof z.ZodNullable
    ? isList(field.unwrap())
    : false
}
