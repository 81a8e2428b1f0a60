import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import {
  copiedSettings,
  type CopiedSettings,
  type FacilityKind,
  organizationFields,
  siteFields,
  unitFields,
} from '../../contract.ts'

const ofEvery = ['name', 'city', 'state', 'time_zone']
const fieldsOf = {
  organization: Object.keys(organizationFields.shape),
  site: Object.keys(siteFields.shape),
  unit: Object.keys(unitFields.shape),
}
const tables = { organization: 'organizations', site: 'sites', unit: 'units' } as const
/** Stored as JSON; the other lists are PostgreSQL arrays. */
const inJson = ['shift_patterns', 'max_students_by_level', 'capacity_windows', 'blackout']

/** Writes the given fields of the kind's own table; other fields stay as they are. */
export async function writeDetails(tx: Tx, id: string, kind: FacilityKind, fields: object): Promise<void> {
  const named = Object.entries(fields).filter(
    ([field, value]) => value !== undefined && !ofEvery.includes(field) && fieldsOf[kind].includes(field),
  )
  if (named.length === 0) return
  const columns = Object.fromEntries(
    named.map(([field, value]) => [field, inJson.includes(field) ? JSON.stringify(value) : value]),
  )
  await tx.updateTable(tables[kind]).set(columns).where('id', '=', id).execute()
}

const copied = Object.keys(copiedSettings.shape).map((column) => sql.ref(column))

/** Writes the given settings of each unit in one statement; other settings stay as they are. */
export async function writeSettings(
  tx: Tx,
  units: readonly { id: string; settings: Partial<CopiedSettings> }[],
): Promise<void> {
  await sql`
    update public.units u set (${sql.join(copied)}) = (select ${sql.join(copied.map((column) => sql`p.${column}`))}
      from jsonb_populate_record(u, x.settings) p)
    from jsonb_to_recordset(${JSON.stringify(units)}::jsonb) x (id uuid, settings jsonb) where u.id = x.id`.execute(
    tx,
  )
}
