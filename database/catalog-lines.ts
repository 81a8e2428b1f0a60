/** The catalog of a database's own objects as lines: for tests that two databases are equal. */
import pg from 'pg'

const ours = `n.nspname in ('public', 'priv', 'app', 'deploy', 'boss')`
const rights = (column: string) =>
  `(select coalesce(string_agg(a::text, ' ' order by a::text), '') from unnest(${column}) a)`
const notOfExtension = (catalog: string, oid: string) =>
  `not exists (select from pg_depend e where e.classid = '${catalog}'::regclass and e.objid = ${oid} and e.deptype = 'e')`
const inSchema = (of: string) => `join pg_namespace n on n.oid = ${of} where ${ours}`

/** Kind of object → query for each object's name and definition. */
const QUERIES = {
  schema: `select n.nspname, pg_get_userbyid(n.nspowner) || ' ' || ${rights('n.nspacl')} from pg_namespace n where ${ours}`,
  extension: `select extname, extversion || ' ' || extnamespace::regnamespace from pg_extension`,
  function: `select p.oid::regprocedure::text, concat_ws(' ', pg_get_userbyid(p.proowner), ${rights('p.proacl')}, pg_get_functiondef(p.oid))
    from pg_proc p ${inSchema('p.pronamespace')} and p.prokind in ('f', 'p') and ${notOfExtension('pg_proc', 'p.oid')}`,
  aggregate: `select p.oid::regprocedure::text, ${rights('p.proacl')} from pg_proc p ${inSchema('p.pronamespace')}
    and p.prokind not in ('f', 'p') and ${notOfExtension('pg_proc', 'p.oid')}`,
  trigger: `select t.tgname || ' on ' || t.tgrelid::regclass, t.tgenabled::text || ' ' || pg_get_triggerdef(t.oid)
    from pg_trigger t join pg_class c on c.oid = t.tgrelid ${inSchema('c.relnamespace')} and not t.tgisinternal`,
  policy: `select format('%s on %I.%I', policyname, schemaname, tablename), to_jsonb(p)::text from pg_policies p`,
  table: `select c.oid::regclass::text, concat_ws(' ', c.relkind, c.relpersistence, c.relrowsecurity, c.relforcerowsecurity, c.relreplident,
      pg_get_userbyid(c.relowner), ${rights('c.relacl')}, c.reloptions::text, pg_get_expr(c.relpartbound, c.oid))
    from pg_class c ${inSchema('c.relnamespace')} and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')`,
  view: `select c.oid::regclass::text, pg_get_viewdef(c.oid) from pg_class c ${inSchema('c.relnamespace')} and c.relkind in ('v', 'm')`,
  rule: `select r.rulename || ' on ' || r.ev_class::regclass, pg_get_ruledef(r.oid) from pg_rewrite r join pg_class c on c.oid = r.ev_class
    ${inSchema('c.relnamespace')} and r.rulename <> '_RETURN'`,
  column: `select a.attrelid::regclass || '.' || a.attname, concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated,
      nullif(a.attcollation, 0)::regcollation, a.attstorage, a.attstattarget, pg_get_expr(d.adbin, d.adrelid), ${rights('a.attacl')})
    from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    ${inSchema('c.relnamespace')} and c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped`,
  sequence: `select s.seqrelid::regclass::text, concat_ws(' ', s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcycle)
    from pg_sequence s join pg_class c on c.oid = s.seqrelid ${inSchema('c.relnamespace')}`,
  constraint: `select c.conname || ' on ' || coalesce(nullif(c.conrelid, 0)::regclass::text, c.contypid::regtype::text), c.convalidated || ' ' || pg_get_constraintdef(c.oid)
    from pg_constraint c ${inSchema('c.connamespace')}`,
  index: `select i.indexrelid::regclass::text, i.indisvalid || ' ' || pg_get_indexdef(i.indexrelid)
    from pg_index i join pg_class c on c.oid = i.indexrelid ${inSchema('c.relnamespace')}`,
  type: `select t.oid::regtype::text, concat_ws(' ', t.typtype, nullif(t.typbasetype, 0)::regtype, t.typnotnull, t.typdefault, ${rights('t.typacl')},
      (select string_agg(e.enumlabel, ', ' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid))
    from pg_type t ${inSchema('t.typnamespace')} and t.typtype in ('e', 'd', 'r', 'm') and ${notOfExtension('pg_type', 't.oid')}`,
  statistics: `select s.stxname, pg_get_statisticsobjdef(s.oid) from pg_statistic_ext s ${inSchema('s.stxnamespace')}`,
  'default right': `select concat_ws(' ', pg_get_userbyid(d.defaclrole), d.defaclnamespace::regnamespace, d.defaclobjtype), ${rights('d.defaclacl')} from pg_default_acl d`,
  'step of a status': `select concat_ws(' ', entity, event, coalesce(from_status, 'new'), to_status), parties::text from public.transitions`,
  'event by email': `select type, by_email::text from priv.notification_types`,
  'queue of jobs': `select name, (select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(q)) where key !~ '_on$')::text from boss.queue q`,
  'migration or file': `select name, hash from deploy.applied`,
}

/** All objects: kind and name → definition. */
export async function readCatalog(url: string): Promise<Map<string, string>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const found = new Map<string, string>()
    for (const [kind, query] of Object.entries(QUERIES)) {
      const { rows } = await client.query<[string, string | null]>({ text: query, rowMode: 'array' })
      for (const [name, what] of rows) {
        // pg-boss keeps its figures of a day in a partition of that day, which the server creates while it runs.
        if (/queue_stats_\d{8}/.test(name)) continue
        const key = `${kind} ${name}`
        if (found.has(key)) throw new Error(`Two objects are called ${key}`)
        found.set(key, what ?? '')
      }
    }
    return found
  } finally {
    await client.end()
  }
}

/** The differences between a catalog and the expected one: a line for each object. */
export function differences(is: Map<string, string>, shouldBe: Map<string, string>): string[] {
  return [...new Set([...is.keys(), ...shouldBe.keys()])].toSorted().flatMap((name) => {
    const [one, other] = [is.get(name), shouldBe.get(name)]
    if (one === other) return []
    if (other === undefined) return [`${name} is left over`]
    if (one === undefined) return [`${name} is missing`]
    const from = [...one].findIndex((letter, at) => letter !== other[at])
    const part = (text: string) => text.slice(Math.max(0, from - 40), from + 120).replaceAll(/\s+/g, ' ')
    return [`${name} is “${part(one)}”, not “${part(other)}”`]
  })
}
