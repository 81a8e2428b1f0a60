/**
 * Every command on what someone looked at takes an idempotency key, so that a retry after a lost answer is not a conflict (decision 035).
 * Every command that creates a row by the id of a form refuses that id with other values (decision 239).
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

/**
 * Their forms use another id for other values, they compare what is stored, each press has an id of its own, or undoing a removal saves the
 * same id again.
 */
const comparedOtherwise = [
  'assignments.ask',
  'assignments.joinWaitlist',
  'capstone.nominate',
  'cohorts.create',
  'contactMessages.send',
  'evaluations.giveFeedback',
  'facilities.createOrganization',
  'facilities.createSite',
  'facilities.createUnit',
  'files.begin',
  'imports.start',
  'instruments.copy',
  'invitations.create',
  'logos.set',
  'mappings.addWord',
  'matchRuns.start',
  'messages.send',
  'notifications.sendBroadcast',
  'openSlots.offer',
  'permissions.checkHealth',
  'preceptors.invite',
  'privacy.grant',
  'privacy.record',
  'rotations.create',
  'rotations.takeSlots',
  'savedViews.create',
  'schools.create',
  'schools.createProfile',
  'schools.createProgram',
  'semesters.create',
  'shiftPlans.create',
  'shifts.create',
  'shifts.createSeries',
  'shifts.startBulk',
  'subscriptions.offerOwnership',
  'wishlists.create',
]

it('every command that takes the id of a new row refuses it with other values', () => {
  const takesNewId = commands.filter(
    ({ call }) => hasField(call, 'id') && !call['~orpc'].route.path?.includes('{id}'),
  )
  const isCompared = ({ call }: (typeof commands)[number]) => (call['~orpc'].meta as ApiMeta).createsById
  const others = takesNewId.filter((one) => !isCompared(one)).map(({ name }) => name)
  expect(others.toSorted()).toEqual(comparedOtherwise)
  const flagged = commands.filter(isCompared)
  expect(flagged.filter(({ call }) => !hasField(call, 'id')).map(({ name }) => name)).toEqual([])
  expect(flagged.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['hours.enter', 'credentials.recordCheck', 'schoolReports.save']),
  )
})

const hasField = (call: AnyContractProcedure, field: string): boolean => {
  const schema = call['~orpc'].inputSchema
  return schema instanceof z.ZodObject && field in schema.shape
}
