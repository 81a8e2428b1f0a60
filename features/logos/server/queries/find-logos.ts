import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

export async function list(tx: Tx, ownerIds: readonly string[]): Promise<{ id: string; owner_id: string }[]> {
  const { rows } = await sql<{ id: string; owner_id: string }>`
    select id, coalesce(school_id, organization_id) as owner_id from public.logos
    where school_id = any (${ownerIds}::uuid[]) or organization_id = any (${ownerIds}::uuid[]) order by id`.execute(
    tx,
  )
  return rows
}

export async function find(tx: Tx, id: string): Promise<{ mime_type: string; content: Buffer } | undefined> {
  const { rows } = await sql<{ mime_type: string; content: Buffer }>`
    select mime_type, content from public.logos where id = ${id}`.execute(tx)
  return rows[0]
}
