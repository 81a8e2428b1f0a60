import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { HealthMetrics, Total } from '../../contract.ts'

/** Tables with fewer rows are counted exactly; for larger ones PostgreSQL’s estimate is close enough. */
const COUNTED_BELOW = 100_000

/** With fewer page reads than this, a freshly started database is still filling its cache, and the ratio means nothing. */
const PAGES_AT_LEAST = 1_000_000

type Database = Pick<
  HealthMetrics,
  | 'total_users'
  | 'total_shifts'
  | 'total_applications'
  | 'cache_hit_ratio'
  | 'active_connections'
  | 'max_connections'
  | 'database_size'
  | 'checks'
>

/** PostgreSQL's own statistics, and whether its protection is complete. */
export async function readDatabase(tx: Tx): Promise<Database> {
  const { rows } = await sql<Omit<Database, `total_${string}` | 'checks'>>`
    select (select count(*) from pg_stat_activity where datname = current_database()) as active_connections,
      current_setting('max_connections')::integer as max_connections,
      pg_database_size(current_database()) as database_size,
      (select blks_hit::float8 / (blks_hit + blks_read) from pg_stat_database
        where datname = current_database() and blks_hit + blks_read >= ${PAGES_AT_LEAST}) as cache_hit_ratio`.execute(
    tx,
  )
  return {
    ...rows[0]!,
    total_users: await totalOf(tx, 'users'),
    total_shifts: await totalOf(tx, 'shifts'),
    total_applications: await totalOf(tx, 'assignments'),
    checks: await checkProtection(tx),
  }
}

async function totalOf(tx: Tx, table: 'users' | 'shifts' | 'assignments'): Promise<Total> {
  const { rows } = await sql<{ about: number }>`
    select reltuples::float8 as about from pg_class where oid = ${`public.${table}`}::regclass`.execute(tx)
  const about = rows[0]!.about
  if (about >= COUNTED_BELOW) return { count: Math.round(about), is_estimate: true }
  const { count } = await tx
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { count, is_estimate: false }
}

/** Checks that every table has row-level security, and that no function with its owner’s rights lets its caller set the search path. */
async function checkProtection(tx: Tx): Promise<HealthMetrics['checks']> {
  const { rows } = await sql<HealthMetrics['checks']>`
    select t.*, f.*, (select count(*) from pg_policy p join pg_class c on c.oid = p.polrelid
        where c.relnamespace in ('public'::regnamespace, 'priv'::regnamespace))::integer as security_policies
    from (select count(*)::integer as tables, coalesce(array_agg(c.relname::text order by 1) filter (where not c.relrowsecurity), '{}') as tables_open
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')) t
    cross join (select count(*)::integer as functions,
        coalesce(array_agg(p.proname::text order by 1) filter (where not exists (
          select from unnest(p.proconfig) s where s like 'search_path=%')), '{}') as functions_open
      from pg_proc p where p.prosecdef and p.pronamespace in ('public'::regnamespace, (select oid from pg_namespace where nspname = 'app'))) f`.execute(
    tx,
  )
  return rows[0]!
}
