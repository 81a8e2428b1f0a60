import { ORPCError } from '@orpc/server'
import * as z from 'zod'
import type { Tx } from '#platform/server/db.ts'
import { type Facility, organizationFields, siteFields, unitFields } from '../../contract.ts'
import { moveFacility } from './move-facility.ts'
import { updateFacility } from './update-facility.ts'

type Updates = Record<string, unknown>
export type Target = { version?: number | undefined; parent_id?: string | null | undefined; fields: Updates }

const updatesOf = {
  organization: organizationFields.partial().strict(),
  site: siteFields.partial().strict(),
  unit: unitFields.partial().strict(),
}
const moveOf = z.object({ parent_id: z.uuid().nullable().optional(), version: z.int().optional() })

/** Where the updates move a facility, and the version they were made on; throws if these are invalid. */
export function checkTarget({ version, parent_id, ...fields }: Updates): Target {
  return { ...checked(moveOf, { parent_id, version }), fields }
}

/** Changes fields of a facility and moves it, as `update-facility-hierarchy` sends both (Spec §7). */
export async function updateHierarchy(tx: Tx, held: Facility, target: Target): Promise<void> {
  const { id } = held
  const fields = checked<object>(updatesOf[held.kind], target.fields)
  const seen = { id, version: target.version ?? held.version }
  const isUpdated = Object.keys(fields).length > 0
  if (isUpdated) await updateFacility(tx, seen, held.kind, fields)
  if (target.parent_id === undefined || target.parent_id === held.parent_id) return
  // The version is checked only once: an update has already increased it.
  const at = isUpdated ? { id } : seen
  await moveFacility(tx, { ...at, parent_id: target.parent_id, reason: 'By update-facility-hierarchy' })
}

/** Parses the value; throws an error that names the invalid field of `updates`. */
function checked<Output>(schema: z.ZodType<Output>, value: unknown): Output {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const fieldErrors: Record<string, string> = {}
  for (const { path, message, ...issue } of result.error.issues) {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys : undefined
    for (const name of unknown ?? [path.join('.')])
      fieldErrors[`updates.${name}`] ??= unknown ? 'We can’t find that field.' : message
  }
  throw new ORPCError('BAD_REQUEST', {
    message: 'Some of the information you entered isn’t valid.',
    data: { fieldErrors },
  })
}
