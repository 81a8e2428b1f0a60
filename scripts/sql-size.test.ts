/**
 * Decisions belong in TypeScript (docs/architecture.md): the SQL functions and triggers of the product only get smaller. Measured is the
 * text of each in the files that every start applies.
 */
import { glob, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const HOME = resolve(import.meta.dirname, '..')

/** Total bytes and number of functions: only ever lowered. */
const LIMIT = { bytes: 206_185, functions: 253 }

/** The same for triggers, mainly their conditions: a rule that moves from a function to a trigger still counts. */
const TRIGGERS_LIMIT = { bytes: 71_201, triggers: 265 }

/** The functions in a file of SQL: from `create or replace function` to the semicolon after the body. */
export function functionsIn(text: string): string[] {
  return [
    ...text.matchAll(/^create or replace function[\s\S]*?(?:\$\$[\s\S]*?\$\$[^;]*;|\breturn\b[\s\S]*?;)/gm),
  ].map(([whole]) => whole)
}

test('finds functions with either kind of body', () => {
  expect(
    functionsIn(`create or replace function app.a() returns int language sql as $$ select 1; $$;
grant execute on function app.a() to app_rw;
create or replace function app.b(p int) returns int language sql
return case when p > 1 then 2 else 3 end;
create policy x on public.y for select using (true);`),
  ).toHaveLength(2)
})

/** The triggers that a file of SQL creates, each to its semicolon. */
function triggersIn(text: string): string[] {
  return [...text.matchAll(/^create (?:or replace )?(?:constraint )?trigger[\s\S]*?;/gm)].map(
    ([whole]) => whole,
  )
}

test('finds triggers', () => {
  expect(
    triggersIn(`create or replace trigger guard before update on public.x for each row
  when (old.a <> new.a) execute function app.refuse_row('x.a', 'PW409');
create constraint trigger b after insert on public.x for each row execute function app.b();
drop trigger c on public.x;`),
  ).toHaveLength(2)
})

/** Functions without one of the allowed reasons in the comment before them; a trigger's function needs none. */
export function withoutReason(text: string): string[] {
  return [
    ...text.matchAll(/((?:^--.*\n)*)^create or replace function ([\w.]+)\(([\s\S]*?)(?:\$\$|\breturn\b)/gm),
  ].flatMap(([, comment, name, head]) =>
    /^-- (?:.*\. )?Reason: \S/m.test(comment!) || /\breturns trigger\b/.test(head!) ? [] : [name!],
  )
}

test('detects a function that does not say why it is SQL', () => {
  expect(
    withoutReason(`-- Reason: a policy needs it.
create or replace function app.a() returns int language sql as $$ select 1; $$;

-- Counts.
create or replace function app.b() returns int language sql as $$ select 1; $$;
create or replace function app.c() returns trigger language plpgsql as $$ begin end $$;
create or replace function app.d(p int) returns int language sql
return 2;`),
  ).toEqual(['app.b', 'app.d'])
})

test('every SQL function names its allowed reason (docs/architecture.md)', async () => {
  const found: string[] = []
  for await (const file of glob(['features/*/db/*.sql', 'database/*.sql'], { cwd: HOME }))
    found.push(...withoutReason(await readFile(resolve(HOME, file), 'utf8')))
  expect(found).toEqual([])
})

test('SQL functions only get smaller', async () => {
  const found: string[] = []
  for await (const file of glob(['features/*/db/*.sql', 'database/*.sql'], { cwd: HOME }))
    found.push(...functionsIn(await readFile(resolve(HOME, file), 'utf8')))
  const size = {
    bytes: found.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
    functions: found.length,
  }
  expect(size.bytes, `${size.bytes} bytes in ${size.functions} functions`).toBeLessThanOrEqual(LIMIT.bytes)
  expect(size.functions).toBeLessThanOrEqual(LIMIT.functions)
  // A limit far above the actual size would let functions grow again.
  expect(LIMIT.bytes - size.bytes, `lower the limit to ${size.bytes}`).toBeLessThan(60_000)
})

test('triggers only get smaller', async () => {
  const found: string[] = []
  for await (const file of glob(['features/*/db/*.sql', 'database/*.sql'], { cwd: HOME }))
    found.push(...triggersIn(await readFile(resolve(HOME, file), 'utf8')))
  const bytes = found.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  expect(bytes, `${bytes} bytes in ${found.length} triggers`).toBeLessThanOrEqual(TRIGGERS_LIMIT.bytes)
  expect(found.length).toBeLessThanOrEqual(TRIGGERS_LIMIT.triggers)
})
