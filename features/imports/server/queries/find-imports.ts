import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'
import type { ImportKind, ImportRun, ImportVerdict, JudgedRow } from '../../contract.ts'
import { reasonWords } from '../../messages.ts'

export async function list(tx: Tx, kind: ImportKind): Promise<ImportRun[]> {
  const { rows } = await sql<ImportRun>`
    select i.id, i.kind, i.file_name, i.status, i.counts, i.created_at, i.committed_at, u.full_name as created_by_name
    from public.imports i left join public.users u on u.id = i.created_by
    where i.kind = ${kind} order by i.created_at desc, i.id limit 20`.execute(tx)
  return rows
}

export async function findImport(
  tx: Tx,
  id: string,
): Promise<Pick<ImportRun, 'kind' | 'file_name'> | undefined> {
  const { rows } = await sql<Pick<ImportRun, 'kind' | 'file_name'>>`
    select i.kind, i.file_name from public.imports i where i.id = ${id}::uuid`.execute(tx)
  return rows[0]
}

/** The counties of ZIP codes, if known. */
export async function countiesOf(tx: Tx, postalCodes: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ postal_code: string; county: string }>`
    select z.postal_code, z.county from public.postal_codes z
    where z.postal_code = any (${postalCodes}::text[]) and z.county is not null`.execute(tx)
  return new Map(rows.map(({ postal_code, county }) => [postal_code, county]))
}

type StoredRow = JudgedRow & { kind: ImportKind }
const worded = ({ kind, ...row }: StoredRow): JudgedRow => ({ ...row, reason: reasonWords(kind, row.reason) })

export async function findRows(
  tx: Tx,
  input: { id: string; verdict: ImportVerdict | 'all'; q: string; page: number; page_size: number },
): Promise<{ rows: JudgedRow[]; total: number }> {
  const words = input.q.trim()
  const like = containing(words)
  const found = sql`r.import_id = ${input.id}::uuid and r.verdict is not null
    and (${input.verdict} = 'all' or r.verdict = ${input.verdict})
    and (${words} = '' or r.data ->> 'name' ilike ${like} or r.data ->> 'city' ilike ${like}
      or coalesce(r.data ->> 'cms_certification_number', r.data ->> 'unitid') ilike ${like})`
  const { rows } = await sql<StoredRow>`
    select r.line, r.verdict, r.reason, i.kind, r.note, r.data, r.changes, r.target_id
    from public.import_rows r join public.imports i on i.id = r.import_id
    where ${found} order by r.line limit ${input.page_size} offset ${(input.page - 1) * input.page_size}`.execute(
    tx,
  )
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from public.import_rows r where ${found}`.execute(tx)
  return { rows: rows.map(worded), total: counted[0]!.total }
}

/** Rows of a file with their verdicts, after a given line. */
export async function rowsAfter(tx: Tx, id: string, after: number): Promise<JudgedRow[]> {
  const { rows } = await sql<StoredRow>`
    select r.line, r.verdict, r.reason, i.kind, r.note, r.data, r.changes, r.target_id
    from public.import_rows r join public.imports i on i.id = r.import_id
    where r.import_id = ${id}::uuid and r.verdict is not null and r.line > ${after}
    order by r.line limit 1000`.execute(tx)
  return rows.map(worded)
}

/** Splits a file's lines into slices of about `size` rows, so that no statement takes long. */
export async function slicesOf(
  tx: Tx,
  id: string,
  size: number,
): Promise<{ from: number; to: number; rows: number }[]> {
  const { rows } = await sql<{ from: number; to: number; rows: number }>`
    select min(n.line) as from, max(n.line) as to, count(*)::integer as rows from (
      select r.line, (row_number() over (order by r.line) - 1) / ${size}::int as slice from public.import_rows r
      where r.import_id = ${id}::uuid and r.verdict in ('new', 'changed')) n
    group by n.slice order by 1`.execute(tx)
  return rows
}
