import { randomBytes, randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { Call } from './testing.ts'

export type Schema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  prefixItems?: Schema[]
  format?: string
  pattern?: string
  minimum?: number
  minLength?: number
  minItems?: number
}

const schemas = new WeakMap<z.ZodType, Schema>()

/** The input of a procedure as JSON Schema, made once; undefined if it takes none. */
export function inputSchema({ input }: Call): Schema | undefined {
  if (!input) return undefined
  const known =
    schemas.get(input) ?? (z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema)
  schemas.set(input, known)
  return known
}

/**
 * A value that fits a schema's shape; `hints` has values for fields by name that the shape does not define (existing ids, a password's
 * hash).
 */
export function exampleOf(schema: Schema, hints: Record<string, unknown> = {}, name = ''): unknown {
  if (name in hints) return hints[name]
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0]
  if (choice) return exampleOf(choice, hints, name)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, hints, name)))
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, part]) => [key, exampleOf(part, hints, key)]),
      )
    case 'array':
      return schema.prefixItems
        ? schema.prefixItems.map((part) => exampleOf(part, hints))
        : [exampleOf(schema.items ?? {}, hints, name.replace(/s$/, ''))]
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1)
    case 'boolean':
      return false
    case 'null':
      return null
    default:
      return textFor(schema, name)
  }
}

function textFor({ format, minLength = 0 }: Schema, name: string): string {
  const some = randomBytes(5).toString('hex')
  if (name.endsWith('_at')) return name.includes('close') ? '2031-01-12T12:00:00Z' : '2031-01-05T12:00:00Z'
  if (format === 'uuid' || /(^|_)id$/.test(name)) return randomUUID()
  if (format === 'email' || /email|^to$/.test(name)) return `${some}@test.example`
  if (format === 'date' || /date/.test(name)) return /^end|to$/.test(name) ? '2031-05-30' : '2031-01-13'
  if (/time/.test(name)) return '07:00'
  if (name.endsWith('_url')) return '/dashboard'
  if (/phone/.test(name)) return '+1 414 555 0123'
  return `example ${some}`.padEnd(minLength, 'x')
}
