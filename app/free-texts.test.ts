/**
 * Every text that someone writes in their own words is checked for patient data (Domain 2.20), in any call: searches the contract itself
 * for texts that are long enough to tell a story.
 */
import { getEventIteratorSchemaDetails, isContractProcedure } from '@orpc/contract'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { freeTexts } from '#core/patient-data.ts'
import { contract } from './contract.ts'

/** A text of this length can tell a story. */
const LONG = 200

/** Long, but not free text: why. */
const NO_FREE_TEXT: Record<string, string> = {
  hours_source: 'where a program’s hours are written: a catalog and its page',
  ...Object.fromEntries(
    [
      'cohort',
      'file_name',
      'first_name',
      'full_name',
      'last_name',
      'name',
      'organization',
      'person',
      'tenant_name',
      'program',
      'student_id',
    ].map((name) => [name, 'a name, of people who work or learn here, facilities and files']),
  ),
  ...Object.fromEntries(
    ['address', 'base_url', 'email', 'emails', 'new_email', 'phone', 'to', 'website'].map((name) => [
      name,
      'where a person or a facility is reached',
    ]),
  ),
  ...Object.fromEntries(
    ['emergency_contact', 'primary_contact'].map((name) => [
      name,
      'a name and a phone number, meant to be there',
    ]),
  ),
  ...Object.fromEntries(
    ['setup_secret', 'token', 'client_secret', 'refresh_token', 'access_token'].map((name) => [
      name,
      'a secret',
    ]),
  ),
  q: 'what a list is searched for; nothing keeps it',
  title: 'a headline; what stands below it is looked through',
  action_url: 'an address of this product, checked as one',
  content: 'a file; what it holds is looked at where it is uploaded',
  html: 'the function send-email of the specification, whose fields are exact; superadmins alone',
}

type Schema = {
  type?: string
  maxLength?: number
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  additionalProperties?: Schema | boolean
}

function textsOf(schema: Schema, path: string): string[] {
  if (schema.anyOf) return schema.anyOf.flatMap((one) => textsOf(one, path))
  if (schema.type === 'array' && schema.items) return textsOf(schema.items, path)
  if (schema.type === 'object')
    return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
      textsOf(inner, `${path}.${name}`),
    )
  const isText =
    schema.type === 'string' &&
    !schema.format &&
    !schema.pattern &&
    !schema.enum &&
    schema.const === undefined
  return isText && (schema.maxLength ?? Number.POSITIVE_INFINITY) >= LONG ? [path] : []
}

function writes(router: object, path: string): { path: string; schema: Schema }[] {
  if (isContractProcedure(router)) {
    const { inputSchema, meta } = router['~orpc'] as { inputSchema?: z.ZodType; meta: { write?: boolean } }
    if (!inputSchema || !meta.write || getEventIteratorSchemaDetails(inputSchema)) return []
    return [{ path, schema: z.toJSONSchema(inputSchema, { io: 'input', unrepresentable: 'any' }) as Schema }]
  }
  return Object.entries(router).flatMap(([name, inner]) =>
    writes(inner as object, `${path}${path && '.'}${name}`),
  )
}

const found = writes(contract, '').flatMap(({ path, schema }) => textsOf(schema, path))

it('the contract is searched', () => {
  expect(found).toContain('facilities.move.reason')
  expect(found.length).toBeGreaterThan(20)
})

it('every long text of a write is checked, or listed here with the reason why not', () => {
  const last = (path: string) => path.split('.').at(-1)!
  expect(found.filter((path) => !(last(path) in freeTexts) && !(last(path) in NO_FREE_TEXT))).toEqual([])
  expect(
    Object.keys(NO_FREE_TEXT).filter(
      (name) => name in freeTexts || !found.some((path) => last(path) === name),
    ),
  ).toEqual([])
})
