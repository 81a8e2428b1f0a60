/**
 * The database rules, checked against PostgreSQL's catalog, so that every migration and feature is covered. Every check also gets objects
 * that break it, created in a transaction that is rolled back: a check that can't fail is useless.
 */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#database/test-database.ts'
import { createPool } from '#platform/server/db.ts'

/** Tables that no login of the application reads or writes, only definer functions; each with its reason. */
const DEFINER_ONLY: Record<string, string> = {
  'priv.ranking_secret': 'app.students_to_rank derives its keys from it; no login may read it',
  'priv.notification_types': 'app.notify_code reads it, each start fills it',
}

/** Policies that show a login every row of a table, though only the columns it was granted, and why; tables as in DEFINER_ONLY. */
const EVERY_ROW: Record<string, string> = {
  'worker_names_preceptors on public.preceptors':
    'the trigger of an evaluation that the scheduler opens reads the name of its preceptor, before the row exists',
  'worker_finds on public.notification_preferences':
    'the signature of the link in an email says whose preference it is; no policy can read it',
  'worker_stops_mails_again on public.notification_preferences': 'the same; what it writes is checked',
  'worker_sees_profiles on public.regulatory_profiles':
    'the scheduler compares hours with what each board requires',
  'worker_sees_programs on public.programs': 'the scheduler works for all schools',
  'worker_sees_opened on public.open_shift_notices':
    'a queue: whatever is in it is the scheduler’s to work off',
  'worker_takes_opened on public.open_shift_notices': 'the same',
  'worker_sees_advisors on public.cohort_advisors': 'the scheduler works for all schools',
  'worker_sees_projects on public.capstone_projects': 'the scheduler works for all schools',
}

/**
 * Foreign keys from a school's table to a person who may belong elsewhere, and why that opens nothing. Columns named …_by are signatures.
 */
const PEOPLE_FROM_ELSEWHERE: Record<string, string> = {
  'public.automation_rules.owner_id':
    'who turned the rule on, the superadmin too; it acts with the rights they have at that moment, and is paused without them',
  'public.school_members.user_id':
    'the list of who belongs or belonged to the school: kept by a trigger, and what the school’s other rows name people through',
  'public.invitations.accepted_user_id':
    'the account at the address of the invitation, with what that gives: a policy of the sign-in login',
  'public.evaluations.evaluator_id':
    'a preceptor works for the facility; who evaluates on shifts is held to the school by member_id',
  'public.shifts.preceptor_id':
    'a preceptor works for the facility; the commands check that it made them one',
  'priv.request_links.user_id':
    'who runs a facility and was emailed about the school’s requests; a link acts as them, with what they may do',
  'public.signup_requests.user_id': 'the asker, who belongs to no school until approved',
}

/** Functions that see more than app_rw may and don't check the caller: why each reveals and changes nothing. */
const OPEN_TO_ALL: Record<string, string> = {
  'app.facility_line': 'identifiers and kinds of hospitals above a unit: the directory is public',
  'app.facility_scope': 'identifiers of units below a hospital: the directory is public',
  'app.refuse_illegal_step': 'refuses a step of a process, the same for everyone; names nobody',
  'app.hold_units': 'locks rows in one order; returns and writes nothing',
  'app.partnership_ids_at': 'identifiers of partnerships; the rows stand behind their own policy',
  'app.school_setting': 'a rule of a school; names nobody',
  'app.school_today': 'the day it is in a school’s time zone',
}

/** The functions from which PostgreSQL derives the caller. */
const ASKER = [
  'app.session',
  'app.uid',
  'app.real_uid',
  'app.acting_as',
  'app.preceptor_link',
  'app.invitation_link',
]

/** Tables that only allow inserts. */
const APPEND_ONLY = ['public.audit_events', 'public.access_events', 'public.audit_blocks']

const LOGINS = `'app_rw', 'app_auth', 'app_worker'`
const logins = `(values ('app_rw'), ('app_auth'), ('app_worker')) as login (role)`
const notOfExtension = (catalog: string, oid: string): string =>
  `not exists (select 1 from pg_depend e where e.classid = '${catalog}'::regclass and e.objid = ${oid} and e.deptype = 'e')`
const tables = `(select c.*, n.nspname, format('%I.%I', n.nspname, c.relname) as name from pg_class c
  join pg_namespace n on n.oid = c.relnamespace where c.relkind in ('r', 'p') and n.nspname in ('public', 'priv', 'app')) as t`
const functions = `(select p.*, p.oid::regprocedure::text as name from pg_proc p
  join pg_namespace n on n.oid = p.pronamespace
  where n.nspname in ('public', 'priv', 'app', 'deploy') and ${notOfExtension('pg_proc', 'p.oid')}) as f`
const policies = `(select p.*, format('%s on %I.%I', p.policyname, p.schemaname, p.tablename) as name,
  coalesce(p.qual, '') || ' ; ' || coalesce(p.with_check, '') as text from pg_policies p
  where p.policyname <> 'owner_pass') as p`
const path = `set search_path = pg_catalog, pg_temp`

type Check = {
  rule: string
  /** A query with one row per fault; its first column names it. */
  faults: string | (() => Promise<string[]>)
  /** Statements that each break the rule. */
  breaks: string[]
}

let database: TestDatabase
let admin: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  admin = new pg.Client({ connectionString: database.adminUrl })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await database.drop()
})

const checks: Check[] = [
  {
    rule: 'the application logs in as roles without any power of their own',
    faults: `select rolname from pg_roles where rolname in (${LOGINS})
      and (rolsuper or rolbypassrls or rolcreatedb or rolcreaterole or rolreplication or rolinherit or not rolcanlogin)`,
    breaks: [
      'alter role app_rw bypassrls',
      'alter role app_worker createrole',
      'alter role app_auth superuser',
    ],
  },
  {
    rule: 'what owns the tables cannot log in and is no superuser',
    faults: `select rolname from pg_roles where rolname = 'app_owner' and (rolsuper or rolbypassrls or rolcanlogin or rolcreaterole or rolcreatedb)`,
    breaks: ['alter role app_owner login', 'alter role app_owner bypassrls'],
  },
  {
    rule: 'no login of the application is a member of another role',
    faults: `select format('%s in %s', m.rolname, g.rolname) from pg_auth_members a join pg_roles m on m.oid = a.member
      join pg_roles g on g.oid = a.roleid where m.rolname in (${LOGINS})`,
    breaks: ['grant app_owner to app_rw', 'grant app_auth to app_rw', 'grant pg_read_all_data to app_worker'],
  },
  {
    rule: "everything in the product's schemas belongs to app_owner",
    faults: `select name || ' belongs to ' || pg_get_userbyid(relowner) from ${tables} where pg_get_userbyid(relowner) <> 'app_owner'
      union all select name || ' belongs to ' || pg_get_userbyid(proowner) from ${functions} where pg_get_userbyid(proowner) <> 'app_owner'
      union all select nspname || ' belongs to ' || pg_get_userbyid(nspowner) from pg_namespace
        where nspname in ('app', 'priv', 'deploy') and pg_get_userbyid(nspowner) <> 'app_owner'`,
    breaks: [
      'alter table public.plans owner to app_rw',
      `create function public.of_nobody() returns int language sql ${path} as 'select 1'`,
      'alter schema app owner to app_auth',
    ],
  },
  {
    rule: 'no login of the application may create anything in any schema',
    faults: `select role || ' creates in ' || nspname from ${logins}, pg_namespace
      where nspname !~ '^pg_(toast|temp)' and has_schema_privilege(role, oid, 'create')`,
    breaks: ['grant create on schema public to public', 'grant create on schema app to app_rw'],
  },
  {
    rule: 'a login of the application enters only the schemas it needs',
    faults: `select role || ' enters ' || nspname from ${logins}, pg_namespace
      where nspname !~ '^pg_|^information_schema$' and has_schema_privilege(role, oid, 'usage')
        and nspname not in ('public', 'app') and not (nspname = 'priv' and role in ('app_auth', 'app_worker'))
        and not (nspname = 'boss' and role = 'app_worker')`,
    breaks: [
      'grant usage on schema priv to app_rw',
      'grant usage on schema deploy to app_worker',
      'grant usage on schema boss to app_rw',
    ],
  },
  {
    rule: 'nobody enters the database unnamed, and nobody of the application makes temporary tables in it',
    faults: `select 'PUBLIC: ' || a.privilege_type from pg_database d, aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) a
        where d.datname = current_database() and a.grantee = 0
      union all select role || ': ' || kind from ${logins}, (values ('create'), ('temporary')) as k (kind)
        where has_database_privilege(role, current_database(), kind)`,
    breaks: ['connect', 'temporary'].map(
      (kind) =>
        `do $$ begin execute format('grant ${kind} on database %I to public', current_database()); end $$`,
    ),
  },
  {
    rule: 'row-level security is on and forced for every table',
    faults: `select name from ${tables} where not (relrowsecurity and relforcerowsecurity)`,
    breaks: [
      'create table public.open (id int primary key)',
      'alter table public.users no force row level security',
      'alter table priv.sessions disable row level security',
    ],
  },
  {
    rule: "the owner passes by one policy that is nobody else's, and no policy is for everybody",
    faults: `select name || ' has no owner_pass' from ${tables} where not exists (select 1 from pg_policies p
        where (p.schemaname, p.tablename) = (t.nspname, t.relname) and p.policyname = 'owner_pass'
          and p.roles = '{app_owner}' and p.cmd = 'ALL' and p.permissive = 'PERMISSIVE')
      union all select name || ' is for ' || roles::text from ${policies} where roles && array['public', 'app_owner']::name[]`,
    breaks: [
      'alter policy owner_pass on public.users to app_owner, app_rw',
      'drop policy owner_pass on priv.mails',
      'create policy open on public.users for select using (id is null)',
    ],
  },
  {
    rule: 'every grant on a table has a policy for that login and verb, and every policy a grant',
    faults: `with granted as (
        select distinct t.name, g.role, g.verb from ${tables}
        cross join lateral (
          select pg_get_userbyid(a.grantee) as role, a.privilege_type as verb, a.is_grantable from aclexplode(t.relacl) a
          union all select pg_get_userbyid(a.grantee), a.privilege_type, a.is_grantable from pg_attribute c, aclexplode(c.attacl) a
            where c.attrelid = t.oid and not c.attisdropped) g
        where g.role <> 'app_owner'),
      allowed as (
        select format('%I.%I', p.schemaname, p.tablename) as name, r.role::text, v.verb from ${policies}
        cross join lateral unnest(p.roles) r (role)
        cross join lateral unnest(case p.cmd when 'ALL' then array['SELECT', 'INSERT', 'UPDATE', 'DELETE'] else array[p.cmd] end) v (verb))
      select name || ': ' || verb || ' granted to ' || role || ' without a policy' from (table granted except table allowed) x
      union all select name || ': a policy for ' || verb || ' of ' || role || ' without a grant' from (table allowed except table granted) x`,
    breaks: [
      'grant delete on public.users to app_rw',
      'grant truncate on public.users to app_rw',
      'grant select (verifier) on priv.credentials to app_worker',
      'create policy dead on public.holidays for delete to app_rw using (name is null)',
      'grant select on public.users to public',
    ],
  },
  {
    rule: 'no grant may be handed on',
    faults: `select t.name || ' by ' || pg_get_userbyid(a.grantee) from ${tables}, aclexplode(t.relacl) a
        where a.is_grantable and pg_get_userbyid(a.grantee) <> 'app_owner'
      union all select f.name || ' by ' || pg_get_userbyid(a.grantee) from ${functions}, aclexplode(f.proacl) a
        where a.is_grantable and pg_get_userbyid(a.grantee) <> 'app_owner'`,
    breaks: [
      'grant select on public.schools to app_rw with grant option',
      'grant execute on function app.uid() to app_rw with grant option',
    ],
  },
  {
    rule: 'a table has a policy of its own, or is listed as reached by definer functions only',
    async faults() {
      const { rows } = await admin.query<{ name: string; used: boolean }>(
        `select name, exists (select 1 from ${policies} where (p.schemaname, p.tablename) = (t.nspname, t.relname)) as used from ${tables}`,
      )
      const names = new Set(rows.map(({ name }) => name))
      return [
        ...rows
          .filter(({ name, used }) => !used && !DEFINER_ONLY[name])
          .map(({ name }) => `${name} has no policy`),
        ...rows
          .filter(({ name, used }) => used && DEFINER_ONLY[name])
          .map(({ name }) => `${name} has one: unlist it`),
        ...Object.keys(DEFINER_ONLY)
          .filter((name) => !names.has(name))
          .map((name) => `${name} is no table: unlist it`),
      ]
    },
    breaks: [
      `create table public.forgotten (id int primary key); select app.protect('public.forgotten')`,
      'create policy peek on priv.ranking_secret for select to app_auth using (false)',
    ],
  },
  {
    rule: 'no policy lets everything through',
    faults: async () => {
      // A column that is never empty says as little as true.
      const { rows } = await admin.query<{ name: string }>(`select name from ${policies}
        where btrim(qual, '() ') = 'true' or btrim(with_check, '() ') = 'true'
          or text ~ '\\yOR true\\y' or text ~ '\\ytrue OR\\y'
          or exists (select 1 from pg_attribute a where a.attrelid = format('%I.%I', schemaname, tablename)::regclass and a.attnotnull
            and format('(%I IS NOT NULL)', a.attname) in (qual, with_check))`)
      const open = rows.map(({ name }) => name)
      return [
        ...open.filter((name) => !EVERY_ROW[name]),
        ...Object.keys(EVERY_ROW)
          .filter((name) => !open.includes(name))
          .map((name) => `${name} does not: unlist it`),
      ]
    },
    breaks: [
      'create policy open on public.holidays for select to app_rw using (true)',
      'create policy open on public.semesters for insert to app_rw with check (true)',
      'create policy open on public.semesters for select to app_rw using (name is null or true)',
      'create policy open on public.semesters for select to app_rw using (name is not null)',
    ],
  },
  {
    rule: 'no policy believes a setting or the name of the login',
    faults: `select name from ${policies} where text ~* 'current_setting|current_user|session_user|current_role|pg_settings'`,
    breaks: [
      `create policy forged on public.semesters for select to app_rw using (school_id = current_setting('app.school')::uuid)`,
      `create policy forged on public.semesters for select to app_rw using (current_user = 'app_rw')`,
    ],
  },
  {
    rule: 'policies ask who it is once per query: every call stands in a scalar sub-select that no row changes',
    faults: () => eachPolicy(({ table, expression }) => callsPerRow(expression, table)),
    breaks: [
      'create policy slow on public.semesters for select to app_rw using (school_id = app.school_id())',
      'create policy slow on public.semesters for select to app_rw using (app.is_superadmin() or name is null)',
      'create policy slow on public.semesters for select to app_rw using ((select app.administers_school(school_id)))',
    ],
  },
  {
    rule: 'every policy for writing has its WITH CHECK written out',
    faults: `select name from ${policies} where cmd in ('INSERT', 'UPDATE', 'ALL') and with_check is null`,
    breaks: [
      'create policy implied on public.semesters for update to app_rw using (school_id = (select app.school_id()))',
      'create policy implied on public.semesters for all to app_rw using (school_id = (select app.school_id()))',
    ],
  },
  {
    // Nearly all schools pay, so this policy hides no fault: it says nothing about the owner of a row (decision 209).
    rule: 'every policy widens: a restrictive one would hide that another is too wide; but new rows wait until the school pays',
    faults: `select name from ${policies} where permissive <> 'PERMISSIVE'
      and not (policyname = 'school_pays' and cmd = 'INSERT' and with_check ~ 'is_read_only')`,
    breaks: [
      'create policy narrow on public.semesters as restrictive for select to app_rw using (name is null)',
      'create policy school_pays on public.users as restrictive for select to app_rw using (email is null)',
      'create policy school_pays on public.users as restrictive for insert to app_rw with check (email is null)',
    ],
  },
  {
    // A body that was parsed at creation keeps its meaning, regardless of the path when it is called.
    rule: 'every function fixes its search path, or was read when it was made and runs as its caller',
    faults: `select name from ${functions} where not coalesce(proconfig, '{}') @> array['search_path=pg_catalog, pg_temp']
      and (prosqlbody is null or prosecdef)`,
    breaks: [
      `create function app.loose() returns int language sql security definer return 1`,
      `create function app.loose() returns int language sql security definer as 'select 1'`,
      `create function app.loose() returns int language sql security definer set search_path = public as 'select 1'`,
      `create function public.loose() returns int language sql as 'select 1'`,
    ],
  },
  {
    rule: 'no function can be called by everybody',
    faults: `select name from ${functions}, aclexplode(coalesce(proacl, acldefault('f', proowner))) a where a.grantee = 0`,
    breaks: [
      'grant execute on function app.uid() to public',
      `create function app.open() returns int language sql ${path} as 'select 1'; grant execute on function app.open() to public`,
    ],
  },
  {
    rule: 'a new function is closed until it is granted',
    faults: `select 'default privileges' where not exists (select 1 from pg_default_acl d
      where pg_get_userbyid(d.defaclrole) = 'app_owner' and d.defaclobjtype = 'f' and d.defaclnamespace = 0
        and not exists (select 1 from aclexplode(d.defaclacl) a where a.grantee = 0))`,
    breaks: ['alter default privileges for role app_owner grant execute on functions to public'],
  },
  {
    rule: 'functions name their objects with their schemas: each compiles under its own search path',
    faults: async () => {
      const { rows } = await admin.query<{ name: string; text: string }>(
        `select name, pg_get_functiondef(oid) as text from ${functions} where prokind in ('f', 'p') order by 1`,
      )
      const faults: string[] = []
      await admin.query('set local check_function_bodies = on')
      for (const { name, text } of rows) {
        await admin.query('savepoint compile')
        await admin.query(text).catch((error: Error) => faults.push(`${name}: ${error.message}`))
        await admin.query('rollback to compile')
      }
      return faults
    },
    breaks: [
      `set local check_function_bodies = off; create function app.lost() returns bigint language sql ${path} as 'select count(*) from users'`,
    ],
  },
  {
    rule: 'functions run no SQL that they put together from text, save the one that protects a table',
    faults: `select name from ${functions} where prosrc ~* '\\yexecute\\y' and prosrc !~* '\\yexecute (function|procedure)\\y'
      and name <> 'app.protect(regclass)'`,
    breaks: [
      `create function app.any_sql(t text) returns void language plpgsql ${path} as 'begin execute t; end'`,
    ],
  },
  {
    rule: 'views look with the eyes of anyone who asks; nothing is materialized or foreign',
    faults: `select n.nspname || '.' || c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname !~ '^pg_|^information_schema$' and ${notOfExtension('pg_class', 'c.oid')}
        and (c.relkind in ('m', 'f') or (c.relkind = 'v' and not coalesce(c.reloptions, '{}') && array['security_invoker=true', 'security_invoker=on']))`,
    breaks: [
      'create view public.everybody as select * from public.users',
      'create materialized view public.kept as select * from public.users',
    ],
  },
  {
    rule: 'no login changes through a table who somebody is, whose a row is, or what was recorded',
    faults: `select role || ' updates ' || t.name || '.' || c.attname from ${logins}, ${tables}, pg_attribute c
        where c.attrelid = t.oid and c.attnum > 0 and not c.attisdropped and has_column_privilege(role, t.oid, c.attnum, 'update')
          and (c.attname in ('id', 'school_id', 'user_id', 'recipient_id', 'created_at', 'created_by', 'updated_by', 'version', 'token_hash')
            or (t.name = 'public.users' and c.attname in ('email', 'role', 'status', 'email_verified', 'linked_school_id', 'linked_facility_id'))
            or t.name in ('public.audit_events', 'public.access_events', 'public.failed_attempts'))
      union all select role || ' ' || verb || 's in ' || name from ${logins}, ${tables}, (values ('insert'), ('delete'), ('truncate')) as v (verb)
        where name in ('public.users', 'public.audit_events', 'public.access_events', 'public.failed_attempts') and has_table_privilege(role, t.oid, verb)`,
    breaks: [
      'grant update (role) on public.users to app_rw',
      'grant update (email_verified) on public.users to app_auth',
      'grant update (linked_school_id) on public.users to app_worker',
      'grant update on public.notifications to app_rw',
      'grant update (reason) on public.audit_events to app_rw',
      'grant insert on public.audit_events to app_auth',
      'grant update (school_id) on public.semesters to app_rw',
    ],
  },
  {
    rule: "what sees a verifier or gives out a token's hash is for the sign-in login alone",
    faults: `select name || ' by ' || role from ${functions}, (values ('app_rw'), ('app_worker')) as login (role)
      where has_function_privilege(role, f.oid, 'execute') and prorettype <> 'trigger'::regtype
        and (coalesce(proargnames, '{}') && array['password_hash', 'verifier', 'client_setting'] or prosrc ~ 'priv\\.credentials'
          or name ~ '^custom_auth_get_user')
      union all select attname || ' by ' || role from ${logins}, pg_attribute
        where attrelid = 'priv.credentials'::regclass and attname in ('verifier', 'client_setting') and has_column_privilege(role, attrelid, attnum, 'select')`,
    breaks: [
      'grant select (verifier) on priv.credentials to app_auth',
      'grant execute on function public.custom_auth_get_user_for_login(text) to app_rw',
      `create function app.verifier_of(u uuid) returns text language sql security definer ${path} as 'select c.verifier from priv.credentials c where c.user_id = u';
       grant execute on function app.verifier_of(uuid) to app_worker`,
    ],
  },
  {
    rule: 'a function that sees more than app_rw may looks at who asks, or is listed with the reason why it need not',
    async faults() {
      const { rows } = await admin.query<{ name: string; source: string; isOpen: boolean }>(
        `select n.nspname || '.' || p.proname as name, coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) as source,
           p.prosecdef and p.prorettype <> 'trigger'::regtype and has_function_privilege('app_rw', p.oid, 'execute') as "isOpen"
         from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'app', 'priv')`,
      )
      const looking = new Set(ASKER)
      for (let size = 0; size !== looking.size;) {
        size = looking.size
        for (const { name, source } of rows)
          if (
            source.includes(`current_setting('app.session'`) ||
            /\bapp\.asker\b/.test(source) ||
            [...source.matchAll(/\b(?:app|public|priv)\.\w+(?=\()/g)].some(([called]) => looking.has(called))
          )
            looking.add(name)
      }
      const found = [
        ...new Set(rows.filter(({ name, isOpen }) => isOpen && !looking.has(name)).map(({ name }) => name)),
      ]
      return [
        ...found.filter((name) => !OPEN_TO_ALL[name]),
        ...Object.keys(OPEN_TO_ALL)
          .filter((name) => !found.includes(name))
          .map((name) => `${name} is no such function: unlist it`),
      ]
    },
    breaks: [
      'grant execute on function app.queue_mail(text, text, text, text, text, uuid, text) to app_rw',
      'grant execute on function app.notify_code(uuid[], text, text, jsonb, text, text, boolean) to app_rw',
      'grant execute on function app.reserve_attempt(text, integer, interval) to app_rw',
      `create function app.name_of(u uuid) returns text language sql security definer ${path} as 'select x.full_name from public.users x where x.id = u';
       grant execute on function app.name_of(uuid) to app_rw`,
    ],
  },
  {
    rule: 'no notice carries a token or its hash: any login may listen',
    faults: `select name from ${functions} where name <> 'app.session_changed(text)' and prosrc ~* 'pg_notify\\([^;]*(token|hash|session)'`,
    breaks: [
      `create function app.leak(h text) returns void language sql ${path} as $$ select pg_notify('session_changed', h) $$`,
      `create function app.leak(h text) returns void language sql ${path} as $$ select pg_notify('changed', s.token_hash) from priv.sessions s $$`,
    ],
  },
  {
    rule: 'keys between tables of a school carry the school',
    faults: `select t.name || ': ' || k.conname from ${tables} join pg_constraint k on k.conrelid = t.oid and k.contype = 'f'
      join pg_attribute own on own.attrelid = k.conrelid and own.attname = 'school_id'
      join pg_attribute far on far.attrelid = k.confrelid and far.attname = 'school_id'
      where not exists (select 1 from unnest(k.conkey, k.confkey) c (near, away) where c.near = own.attnum and c.away = far.attnum)`,
    breaks: [
      `alter table public.semesters add unique (id);
       create table public.seats (id int primary key, school_id uuid, semester_id uuid references public.semesters (id))`,
      `create table public.seats (id int primary key, school_id uuid, other_school uuid, semester_id uuid,
        foreign key (semester_id, other_school) references public.semesters (id, school_id))`,
    ],
  },
  {
    rule: "a key from a school's table to a person is a signature (…_by), or listed with the reason why it opens nothing",
    async faults() {
      const { rows } = await admin.query<{ name: string }>(
        `select t.name || '.' || c.attname as name from ${tables} join pg_constraint k on k.conrelid = t.oid and k.contype = 'f'
          join pg_attribute c on c.attrelid = t.oid and c.attnum = any (k.conkey)
          where k.confrelid = 'public.users'::regclass and c.attname !~ '_by$'
            and exists (select 1 from pg_attribute s where s.attrelid = t.oid and s.attname = 'school_id')`,
      )
      const found = rows.map(({ name }) => name)
      return [
        ...found.filter((name) => !PEOPLE_FROM_ELSEWHERE[name]),
        ...Object.keys(PEOPLE_FROM_ELSEWHERE)
          .filter((name) => !found.includes(name))
          .map((name) => `${name} is no such key: unlist it`),
      ]
    },
    breaks: ['alter table public.semesters add column coordinator_id uuid references public.users (id)'],
  },
  {
    rule: 'every foreign key has an index that begins with its columns',
    faults: `select t.name || ': ' || pg_get_constraintdef(k.oid) from ${tables} join pg_constraint k on k.conrelid = t.oid and k.contype = 'f'
      where not exists (select 1 from pg_index i where i.indrelid = k.conrelid and i.indisvalid
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$')
        and (select array_agg(a order by a) from unnest((i.indkey::int2[])[0:cardinality(k.conkey) - 1]) a)
          = (select array_agg(a order by a) from unnest(k.conkey) a))`,
    breaks: [
      'drop index public.shifts_proctor',
      'drop index public.shifts_proctor; create index on public.shifts (date, proctor_id)',
      `drop index public.shifts_proctor; create index on public.shifts (proctor_id) where status = 'draft'`,
    ],
  },
  {
    rule: 'what a policy compares with who is asking is the first column of an index',
    faults: async () => {
      const { rows } = await admin.query<{ first: string }>(
        `select distinct format('%I.%I.%I', n.nspname, c.relname, a.attname) as first from pg_index i join pg_class c on c.oid = i.indrelid
          join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
          where i.indisvalid and i.indpred is null and n.nspname in ('public', 'priv')`,
      )
      const indexed = new Set(rows.map(({ first }) => first))
      return eachPolicy(({ table, name, expression }) =>
        comparedColumns(expression, table).filter((column) => !indexed.has(`${name}.${column}`)),
      )
    },
    breaks: [
      'create policy far on public.shifts for select to app_rw using (created_by = (select app.uid()))',
      'create policy far on public.shifts for select to app_rw using (updated_by in (select app.facility_scope((select app.facility_id()))))',
      'drop index public.semesters_school; alter table public.semesters drop constraint semesters_school_id_name_key; alter table public.semesters drop constraint semesters_no_overlap',
    ],
  },
  {
    rule: 'every table has a primary key',
    faults: `select name from ${tables} where not exists (select 1 from pg_index i where i.indrelid = t.oid and i.indisprimary)`,
    breaks: ['create table public.heap (id int)'],
  },
  {
    rule: 'every key that is declared was proved for the rows that were there',
    faults: `select t.name || ': ' || k.conname from ${tables} join pg_constraint k on k.conrelid = t.oid where not k.convalidated or not k.conenforced`,
    breaks: ['alter table public.shifts add constraint later check (capacity < 1000) not valid'],
  },
  {
    rule: 'an instant carries its zone',
    faults: `select t.name || '.' || c.attname from ${tables} join pg_attribute c on c.attrelid = t.oid and c.attnum > 0 and not c.attisdropped
      where c.atttypid in ('timestamp'::regtype, 'timestamp[]'::regtype, 'timetz'::regtype)`,
    breaks: ['alter table public.shifts add column moved_at timestamp'],
  },
  {
    // Triggers with other names refuse only some changes.
    rule: 'what is append-only refuses every change and every truncation by its triggers',
    async faults() {
      const { rows } = await admin.query<{ name: string }>(
        `select t.name from ${tables} where
          exists (select 1 from pg_trigger g where g.tgrelid = t.oid and g.tgfoid = 'app.refuse_change'::regproc and g.tgenabled in ('O', 'A') and g.tgtype & 1 = 1 and g.tgtype & 2 = 2 and g.tgtype & 24 = 24)
          and exists (select 1 from pg_trigger g where g.tgrelid = t.oid and g.tgfoid = 'app.refuse_change'::regproc and g.tgenabled in ('O', 'A') and g.tgtype & 32 = 32)`,
      )
      const held = rows.map(({ name }) => name)
      const { rows: half } = await admin.query<{ name: string }>(
        `select distinct t.name from ${tables} join pg_trigger g on g.tgrelid = t.oid where g.tgfoid = 'app.refuse_change'::regproc and g.tgname like 'append_only%'`,
      )
      return [...APPEND_ONLY, ...half.map(({ name }) => name)].filter((name) => !held.includes(name))
    },
    breaks: [
      'drop trigger append_only on public.audit_events',
      'drop trigger append_only_truncate on public.audit_events',
      'alter table public.audit_events disable trigger append_only',
    ],
  },
]

describe.each(checks)('$rule', ({ faults, breaks }) => {
  const find = async (): Promise<string[]> => {
    if (typeof faults === 'function') return faults()
    const { rows } = await admin.query<unknown[]>({ text: faults, rowMode: 'array' })
    return rows.map(([fault]) => String(fault))
  }
  it('holds', async () => {
    await admin.query('begin')
    try {
      expect(await find()).toEqual([])
    } finally {
      await admin.query('rollback')
    }
  })
  const foundAfter = async (statement: string): Promise<string[]> => {
    await admin.query('begin')
    try {
      const before = await find()
      await admin.query(statement)
      return (await find()).filter((fault) => !before.includes(fault))
    } finally {
      await admin.query('rollback')
    }
  }
  it.each(breaks)('detects the fault in: %s', async (statement) => {
    // Roles belong to the whole server: PostgreSQL refuses one of two concurrent changes, and another test file makes them too.
    const found = await foundAfter(statement).catch((error: Error) =>
      error.message === 'tuple concurrently updated' ? foundAfter(statement) : Promise.reject(error),
    )
    expect(found).not.toEqual([])
  })
})

describe('records are permanent', () => {
  it.each(['app_rw', 'app_auth', 'app_worker', 'app_owner', 'postgres'])('for %s', async (role) => {
    await admin.query(`insert into public.audit_events (action, entity) values ('test', 'tests')`)
    await admin.query(`insert into public.access_events (at, kind, outcome, call, request_id, address_digest)
      values (now(), 'view', 'ok', 'test', 'test', 'test')`)
    await admin.query(`insert into public.audit_blocks (chain, seq, sources, row_ids, row_digests, previous, digest)
      values (gen_random_uuid(), 1, '{x}', '{1}', '{x}', 'x', 'x')`)
    for (const table of APPEND_ONLY)
      for (const change of [
        `update ${table} set ${table === 'public.audit_events' ? 'action' : table === 'public.access_events' ? 'call' : 'digest'} = 'x'`,
        `delete from ${table}`,
        `truncate ${table}`,
      ]) {
        await admin.query('begin')
        if (role !== 'postgres') await admin.query(`set local role ${role}`)
        await expect(admin.query(change)).rejects.toMatchObject({ code: '42501' })
        await admin.query('rollback')
      }
  })
})

it('the client gives up on a silent network, not only the server; a quiet connection stays open', async () => {
  const pool = createPool({ url: database.urlFor('app_rw'), max: 2, kept: 1, name: 'test' })
  expect(pool.options).toMatchObject({
    keepAlive: true,
    query_timeout: 3_000,
    statement_timeout: 3_000,
    connectionTimeoutMillis: 2_000,
    keepAliveInitialDelayMillis: 60_000,
    idleTimeoutMillis: 600_000,
    min: 1,
  })
  await pool.end()
})

async function eachPolicy(
  judge: (policy: { table: string; name: string; expression: string }) => string[],
): Promise<string[]> {
  const { rows } = await admin.query<{
    policy: string
    table: string
    name: string
    qual: string | null
    with_check: string | null
  }>(
    `select name as policy, tablename as table, format('%I.%I', schemaname, tablename) as name, qual, with_check from ${policies}`,
  )
  return rows.flatMap(({ policy, table, name, qual, with_check }) =>
    [qual, with_check].flatMap((expression) =>
      expression === null ? [] : judge({ table, name, expression }).map((what) => `${policy}: ${what}`),
    ),
  )
}

/** The product's functions that a policy calls outside a sub-select, or inside one with a column of the row. */
function callsPerRow(expression: string, table: string): string[] {
  const faults: string[] = []
  const inSelect: boolean[] = []
  for (const { 0: token, index } of expression.matchAll(
    /\( ?SELECT\b|\(|\)|\b(?:app|public|priv)\.\w+(?=\()/g,
  )) {
    if (token === ')') inSelect.pop()
    else if (token.startsWith('(')) inSelect.push(token.length > 1)
    else {
      if (!inSelect.includes(true)) faults.push(`${token} is called bare`)
      const rest = expression.slice(index + token.length)
      if (new RegExp(`\\b${table}\\.\\w+`).test(closed(rest))) faults.push(`${token} is called once per row`)
    }
  }
  return faults
}

/** The text between an opening bracket at the start and the matching closing one. */
function closed(text: string): string {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')' && --depth === 0) return text.slice(0, at + 1)
  }
  return text
}

/** The table's own columns that an expression compares with a sub-select. */
function comparedColumns(expression: string, table: string): string[] {
  return [...expression.matchAll(/(?:(\w+)\.)?(\w+) (?:=|IN) \( ?SELECT\b/g)]
    .filter(([, of]) => of === undefined || of === table)
    .map(([, , column]) => column!)
}
