/** Each notification that SQL or TypeScript sends has a text, and each text is sent somewhere. */
import { glob, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { notificationTexts, renderNotifications } from './notification-texts.ts'

const HOME = resolve(import.meta.dirname, '..')
const CODE = /'([a-z_]+\.[a-z_]+)'/g

/** From an opening parenthesis to the one that closes it. */
function argumentsAt(text: string, start: number): string {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')' && --depth === 0) return text.slice(start, at + 1)
  }
  return text.slice(start)
}

const callsOf = (text: string, name: string): string[] =>
  [...text.matchAll(new RegExp(String.raw`(?<!function )\b${name}\(`, 'g'))].map(({ index, 0: call }) =>
    argumentsAt(text, index + call.length - 1),
  )

/** Functions that pass a code on to app.notify_code or to another such function, with the heading of a group. */
function sendersIn(sql: string): string[] {
  const functions = sql.matchAll(/^create or replace function (app\.\w+)\(([\s\S]*?)\$\$([\s\S]*?)\$\$/gm)
  return [...functions].flatMap(([, name, head, body]) =>
    /\bp_code text/.test(head!) && (/app\.notify\w*\(/.test(body!) || /notification/.test(name!))
      ? [name!]
      : [],
  )
}

/** The codes that these sources send. */
function codesSent(sql: string, typeScript: string): Set<string> {
  const calls = [
    ...['app.notify_code', ...sendersIn(sql)].flatMap((name) =>
      callsOf(sql, name.replace('.', String.raw`\.`)),
    ),
    // Notifications to very many people are inserted by one statement.
    ...[...sql.matchAll(/insert into public\.notifications[\s\S]*?on conflict/g)].map(([whole]) => whole),
    ...callsOf(typeScript, String.raw`notif(?:ication|y\w*)`),
  ]
  return new Set(calls.flatMap((call) => [...call.matchAll(CODE)].map(([, code]) => code!)))
}

async function sources(patterns: string[], isSource = (_path: string) => true): Promise<string> {
  const texts: string[] = []
  for await (const path of glob(patterns, { cwd: HOME }))
    if (isSource(path)) texts.push(await readFile(resolve(HOME, path), 'utf8'))
  return texts.join('\n')
}

it('finds what is sent: by a call, by a function that passes a code on, and by a command', () => {
  const sql = `create or replace function app.notify_crew(p_id uuid, p_code text) returns void language sql as $$
select app.notify_code(array[p_id], 'crew', p_code, '{}', '/a') $$;
create or replace function app.act() returns void language plpgsql as $$ begin
perform app.notify_crew(x, case when y then 'crew.called' else 'crew.sent' end);
perform app.notify_code(array(select u.id from z u), 'type', 'crew.met', '{}'); raise exception 'crew.refused';
insert into public.notifications (recipient_id, code) select id, 'crew.sailed' from y on conflict do nothing; end $$;`
  const typeScript = `await notifyCrew(tx, notification(texts, 'crew.named', { name: of('x.y z') })); refuse('crew.late')`
  expect([...codesSent(sql, typeScript)].toSorted()).toEqual([
    'crew.called',
    'crew.met',
    'crew.named',
    'crew.sailed',
    'crew.sent',
  ])
})

it('each one that is sent has a text, and each text is sent', async () => {
  const sent = codesSent(
    await sources(['features/*/db/*.sql']),
    await sources(['features/*/server/**/*.ts'], (path) => !path.endsWith('.test.ts')),
  )
  expect([...sent].toSorted()).toEqual(Object.keys(notificationTexts).toSorted())
})

it('a code belongs to one feature', async () => {
  const found: string[] = []
  for await (const path of glob('features/*/messages.ts', { cwd: HOME })) {
    const { notificationTexts: texts } = (await import(resolve(HOME, path))) as { notificationTexts?: object }
    found.push(...Object.keys(texts ?? {}))
  }
  expect(found.toSorted()).toEqual(Object.keys(notificationTexts).toSorted())
})

it('one without a text logs a line', () => {
  const lines: unknown[] = []
  const render = renderNotifications({ warn: (...line: unknown[]) => lines.push(line) } as never)
  render({ code: 'crew.unknown', values: {}, title: null, message: null })
  expect(lines).toEqual([[{ code: 'crew.unknown', err: expect.any(String) }, 'a notification has no text']])
})
