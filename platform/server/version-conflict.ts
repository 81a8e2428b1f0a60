import { ORPCError } from '@orpc/server'
import { Refused } from '#core/refusal.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './db.ts'

/** The fields of a row that people know, by column, with the labels people see. */
export type FieldLabels = Readonly<Record<string, string>>

/** One change that led to a newer version: who made it, when, why, and the value of each field before and after. */
export type VersionChange = {
  version: number
  at: string
  /** Null means Placewell itself, by the calendar. */
  by: string | null
  is_me: boolean
  reason: string | null
  fields: { field: string; label: string; before: unknown; after: unknown }[]
}

/** Both versions of a row, and the changes between them. */
export type VersionConflict<Current> = {
  kind: 'version'
  sent_version: number
  current: Current
  changes: VersionChange[]
}

/** What a feature says about the versions of its rows. */
export type Versioned = {
  /** For example "shift". */
  what: string
  labels: FieldLabels
  /** Labels for the values of a field, or how they are written: `{ status: statusLabels, time_zone: zoneName }`. */
  words?: Readonly<Record<string, Readonly<Record<string, string>> | ((value: never) => string)>>
  /** The entity of these rows in the audit trail: `app.entries_since` checks that the caller may see them. */
  entity: string
  /** Its table says who changed a row last, which is used where the caller may not read the trail of the row. */
  hasAuthor?: true
  /** A select of (id, name) for a row s: names that its changes refer to and only this feature can read. */
  names?: RawBuilder<unknown>
}

/** An audit trail entry: its fields, and the names of the people and facilities in them by their ids. */
type Entry = Omit<VersionChange, 'fields'> & {
  id: string
  actor_id: string | null
  changes: Record<string, [before: unknown, after: unknown]>
  names: Record<string, string> | null
}

/** At most this many changes are shown. */
const CHANGES_MAX = 20

const NO_NAMES = sql`select null::uuid as id, null as name where false`

/**
 * The names that the changes of an entry e of a row s refer to, by id: those the caller may read, and those of people who are not students.
 */
const namesIn = ({ names = NO_NAMES }: Versioned) => sql`(
  select jsonb_object_agg(v.id, coalesce(n.name, app.name_of_proctor(v.id), m.name))
  from (select distinct (x #>> '{}')::uuid as id from jsonb_each(e.changes) c
    cross join lateral jsonb_path_query(c.value, '$[*][*] ? (@ like_regex "^[0-9a-f-]{36}$")') x where c.key ~ '_ids?$|^decided_by$') v
  left join lateral (select r.name from app.names r where r.id = v.id limit 1) n on true left join (${names}) m on m.id = v.id)`

/** What happened to rows since the versions that the caller saw, the newest first, by the row's id. */
export async function changesSince(
  tx: Tx,
  versioned: Versioned,
  seen: readonly { id: string; version: number }[],
): Promise<Map<string, VersionChange[]>> {
  const { rows } = await sql<Entry>`
    select s.id, e.version, to_json(e.at) #>> '{}' as at, e.actor_id, coalesce(a.full_name, app.name_of_proctor(e.actor_id)) as by,
      e.actor_id is not distinct from app.real_uid() as is_me, e.reason, e.changes, ${namesIn(versioned)} as names
    from unnest(${seen.map(({ id }) => id)}::uuid[], ${seen.map(({ version }) => version)}::integer[]) s (id, version)
    cross join lateral (select x.version, x.at, x.actor_id, x.reason, (select coalesce(jsonb_object_agg(c.key, c.value), '{}') from jsonb_each(x.changes) c
      where c.key = any (${Object.keys(versioned.labels)}::text[])) as changes from app.entries_since(${versioned.entity}, s.id, s.version) x) e
    left join public.users a on a.id = e.actor_id
    order by e.version desc, e.at desc`.execute(tx)
  return new Map(
    seen.map(({ id }) => [
      id,
      [
        ...Map.groupBy(
          rows.filter((row) => row.id === id),
          ({ version, actor_id: by }) => `${version} ${by}`,
        ).values(),
      ]
        .slice(0, CHANGES_MAX)
        .map((entries) => asChange(versioned, entries)),
    ]),
  )
}

/** A value of a field by its label, of a list each; a status without labels as a word, such as "Under review". Null stays null. */
export function valueInWords(words: Versioned['words'] = {}, field: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => valueInWords(words, field, one))
  const labels = words[field]
  if (value === null || value === undefined) return value
  if (typeof labels === 'function') return labels(value as never)
  if (typeof value !== 'string') return value
  return labels?.[value] ?? (field === 'status' ? capitalized(value.replaceAll('_', ' ')) : value)
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** What one person changed at once, in any of the row's tables. */
function asChange({ labels, words }: Versioned, entries: readonly Entry[]): VersionChange {
  const { version, at, by, is_me } = entries[0]!
  const changes = Object.assign({}, ...entries.map((entry) => entry.changes)) as Entry['changes']
  const names = Object.assign({}, ...entries.map((entry) => entry.names)) as Record<string, string>
  const named = (field: string, value: unknown): unknown =>
    valueInWords(words, field, nameOf(field, value, names))
  const fields = Object.keys(labels)
    .filter((field) => field in changes)
    .map((field) => ({
      field,
      label: labels[field]!,
      before: named(field, changes[field]![0]),
      after: named(field, changes[field]![1]),
    }))
  return {
    version,
    at,
    by,
    is_me,
    reason: entries.find(({ reason }) => reason !== null)?.reason ?? null,
    fields,
  }
}

/** A value as people read it: people and facilities by their names, several people in one line. */
function nameOf(field: string, value: unknown, names: Readonly<Record<string, string>>): unknown {
  if (/_id$|^decided_by$/.test(field) && typeof value === 'string') return names[value] ?? null
  if (!['cohort_ids', 'more_proctor_ids', 'more_preceptor_ids'].includes(field)) return value
  const called = (Array.isArray(value) ? (value as string[]) : []).flatMap((id) => names[id] ?? []).toSorted()
  return field === 'cohort_ids' ? called : called.length > 0 ? called.join(', ') : null
}

/** "Dana Lopez changed this shift in the meantime: status (now approved), seats." */
export function versionMessage(what: string, changes: readonly VersionChange[]): string {
  const people = [...new Set(changes.map(({ by, is_me: isMe }) => (isMe ? 'You' : (by ?? 'Placewell'))))]
  if (people.length === 0) return `This ${what} was just changed by someone else.`
  // The newest first, so that a status changed twice shows its current value.
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
 * The answer to a command on an old version (decision 036): both versions, and who changed what and when in between. Its message and data
 * match the `conflict` of a contract.
 */
export async function versionConflict<Current>(
  tx: Tx,
  versioned: Versioned,
  sent: { id: string; version: number },
  current: Current,
): Promise<{ message: string; data: VersionConflict<Current> }> {
  const known = (await changesSince(tx, versioned, [sent])).get(sent.id) ?? []
  const changes = known.length === 0 && versioned.hasAuthor ? await lastChange(tx, versioned, sent) : known
  return {
    message: versionMessage(versioned.what, changes),
    data: { kind: 'version', sent_version: sent.version, current, changes },
  }
}

/** The last change as the row itself says it, without its fields; none if the caller may not know who made it. */
async function lastChange(
  tx: Tx,
  { entity }: Versioned,
  sent: { id: string; version: number },
): Promise<VersionChange[]> {
  const { rows } = await sql<Pick<VersionChange, 'version' | 'at' | 'by' | 'is_me'>>`
    select r.version, to_json(r.updated_at) #>> '{}' as at, coalesce(a.full_name, app.name_of_proctor(r.updated_by)) as by, r.updated_by = app.real_uid() as is_me
    from ${sql.table(`public.${entity}`)} r left join public.users a on a.id = r.updated_by
    where r.id = ${sent.id}::uuid and r.version > ${sent.version}`.execute(tx)
  return rows.filter(({ by }) => by !== null).map((row) => ({ ...row, reason: null, fields: [] }))
}

/** True if a command was refused because of its version. */
const isOldVersion = (error: unknown): boolean =>
  error instanceof Refused && error.code.endsWith('.old_version')

/**
 * Runs a command whose version the database checks. If it is an old one, `explain` reads both versions in a new transaction, because the
 * command's is over.
 */
export async function withConflictDetails<T>(
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
