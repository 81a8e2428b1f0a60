/**
 * Every command on what someone looked at takes an idempotency key, so that a retry after a lost answer is not a conflict (decision 035).
 */
import { type AnyContractProcedure, isContractProcedure } from '@orpc/contract'
import { expect, it } from 'vitest'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { acceptsKey } from '#platform/server/idempotency.ts'
import { contract } from './contract.ts'

const commands = Object.entries(contract).flatMap(([feature, calls]) =>
  Object.entries(calls as Record<string, unknown>).flatMap(([name, call]) =>
    isContractProcedure(call) && (call['~orpc'].meta as ApiMeta).write
      ? [{ name: `${feature}.${name}`, call }]
      : [],
  ),
)

/** True if the input contains the version of a row, directly or for each of several rows. */
function namesVersion(call: AnyContractProcedure): boolean {
  const schema = call['~orpc'].inputSchema
  if (!(schema instanceof z.ZodObject)) return false
  const fields = schema.shape as Record<string, z.ZodType>
  return (
    'version' in fields ||
    Object.values(fields).some(
      (field) =>
        field instanceof z.ZodArray &&
        field.element instanceof z.ZodObject &&
        'version' in field.element.shape,
    )
  )
}

it('every command that takes a version takes a key', () => {
  const versioned = commands.filter(({ call }) => namesVersion(call))
  expect(versioned.filter(({ call }) => !acceptsKey(call)).map(({ name }) => name)).toEqual([])
  const features = new Set(versioned.map(({ name }) => name.split('.')[0]))
  for (const feature of [
    'shifts',
    'partnerships',
    'schools',
    'facilities',
    'users',
    'students',
    'cohorts',
    'semesters',
  ])
    expect(features).toContain(feature)
})
