import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { TableState } from '../../contract.ts'

/** Maximum number of tables, largest first. */
const TABLES = 15

/** The largest tables and their vacuum state, as reported by PostgreSQL; row counts are its estimates. */
export async function listTables(tx: Tx): Promise<TableState[]> {
  const { rows } = await sql<TableState>`
    select s.relname::text as name, pg_total_relation_size(s.relid)::float8 as size, s.n_live_tup::float8 as rows, s.n_dead_tup::float8 as dead_rows,
      to_json(greatest(s.last_vacuum, s.last_autovacuum)) #>> '{}' as vacuumed_at, to_json(greatest(s.last_analyze, s.last_autoanalyze)) #>> '{}' as analyzed_at
    from pg_stat_all_tables s where s.schemaname in ('public', 'priv', 'boss')
    order by pg_total_relation_size(s.relid) desc, 1 limit ${TABLES}`.execute(tx)
  return rows
}
