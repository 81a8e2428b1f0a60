import { ORPCError } from '@orpc/server'
import { Refused } from '#core/refusal.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './db.ts'

/** The fields of a row that people know, by column, as they call them. */
export type FieldLabels = Readonly<Record<string, string>>

type Found = {
  version: number
  at: string
  /** Null is Placewell itself, by the calendar. */
  by: string | null
  is_me: boolean
  reason: string | null
  fields: Record<string, [before: unknown, after: unknown]>
}
/** One change that led to a newer version: who made it, when, why, and of each field what it was before and after. */
export type VersionChange = Omit<Found, 'fields'> & {
  fields: { field: string; label: string; before: unknown; after: unknown }[]
}

/** Both versions of a row, and what lies between. */
export type VersionConflict<Current> = {
  kind: 'version'
  sent_version: number
  current: Current
  changes: VersionChange[]
}

/** What a feature knows of the versions of its rows. */
export type Versioned = {
  /** "shift". */
  what: string
  labels: FieldLabels
  /** What people call the values of a field: `{ status: statusWords }`. */
  words?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** The feature's own function over the trail, which looks at who asks. */
  changes: (id: RawBuilder<unknown>, version: RawBuilder<unknown>, fields: string[]) => RawBuilder<unknown>
}

/** What happened to rows since the versions that someone saw, the newest first, by the id of the row. */
export async function changesSince(
  tx: Tx,
  { labels, words = {}, changes }: Versioned,
  seen: readonly { id: string; version: number }[],
): Promise<Map<string, VersionChange[]>> {
  const call = changes(sql`s.id`, sql`s.version`, Object.keys(labels))
  const { rows } = await sql<{ id: string; changes: Found[] | null }>`
    select s.id, ${call} as changes from unnest(${seen.map(({ id }) => id)}::uuid[], ${seen.map(({ version }) => version)}::integer[]) s (id, version)`.execute(
    tx,
  )
  const named = (field: string, value: unknown) =>
    typeof value === 'string' ? (words[field]?.[value] ?? value) : value
  return new Map(
    rows.map(({ id, changes: found }) => [
      id,
      (found ?? []).map(({ fields, ...change }) => ({
        ...change,
        fields: Object.keys(labels)
          .filter((field) => field in fields)
          .map((field) => ({
            field,
            label: labels[field]!,
            before: named(field, fields[field]![0]),
            after: named(field, fields[field]![1]),
          })),
      })),
    ]),
  )
}

/** "Dana Lopez changed this shift in the meantime: status (now approved), seats." */
export function versionMessage(what: string, changes: readonly VersionChange[]): string {
  const people = [...new Set(changes.map(({ by, is_me: isMe }) => (isMe ? 'You' : (by ?? 'Placewell'))))]
  if (people.length === 0) return `This ${what} was just changed by someone else.`
  // The newest first, so that of a status changed twice the one it has now is said.
  const fields = new Map(
    changes
      .flatMap((change) => change.fields)
      .toReversed()
      .map((one) => [one.field, one]),
  )
  const names = [...fields.values()].map(({ field, label, after }) =>
    field === 'status'
      ? `status (now ${String(after).toLowerCase().replaceAll('_', ' ')})`
      : label.toLowerCase(),
  )
  const where = people.join() === 'You' ? 'in another tab or window' : 'in the meantime'
  return `${people.join(' and ')} changed this ${what} ${where}${names.length > 0 ? `: ${names.join(', ')}` : ''}.`
}

/**
 * The answer to a command on an old version (decision 036): both versions, and who changed what and when in between. Its message
 * and data fit the `conflict` of a contract.
 */
export async function versionConflict<Current>(
  tx: Tx,
  versioned: Versioned,
  sent: { id: string; version: number },
  current: Current,
): Promise<{ message: string; data: VersionConflict<Current> }> {
  const changes = (await changesSince(tx, versioned, [sent])).get(sent.id) ?? []
  return {
    message: versionMessage(versioned.what, changes),
    data: { kind: 'version', sent_version: sent.version, current, changes },
  }
}

/** Whether a command was refused because of its version. */
const isOldVersion = (error: unknown): boolean =>
  error instanceof Refused && error.code.endsWith('.old_version')

/**
 * Runs a command whose version the database checks; when it is an old one, `explain` reads both versions in a transaction of
 * its own, since the command's is over.
 */
export async function orConflict<T>(
  command: () => Promise<T>,
  explain: () => Promise<{ message: string; data: object }>,
): Promise<T> {
  try {
    return await command()
  } catch (error) {
    if (!isOldVersion(error)) throw error
    throw new ORPCError('CONFLICT', { ...(await explain()), cause: error })
  }
}
