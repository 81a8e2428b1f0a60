/**
 * A long day at the product over HTTP, recording all output: answers, headers, log lines, emails, and the rows that people can read. Then
 * searches all of it for every digest and token that existed at any moment.
 */
import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Person } from '#database/testing.ts'
import { settingFor } from '#platform/server/passwords.ts'
import {
  type Answer,
  type Call,
  everyCall,
  fillPath,
  type Product,
  type Request,
  startProduct,
} from './testing.ts'
import { exampleOf, inputSchema } from './testing-inputs.ts'

type Secret = {
  text: string
  what: string
  /** A token may be in the one email that delivers it, and nowhere else. */
  isMailed: boolean
}
type Heard = { where: string; isMail?: boolean; text: string }

const PEPPER = 'pepper-in-tests'
const SETUP_SECRET = 'a secret of the installation'
const DIGEST = 'ClientDigestThatNobodyMaySee.xx'

let product: Product
const secrets = new Map<string, Secret>()
const heard: Heard[] = []
const statuses = new Map<string, Set<number>>()

beforeAll(async () => {
  product = await startProduct({
    env: {
      NODE_ENV: 'production',
      APP_URL: 'https://placewell.example.edu',
      TRUST_PROXY: 'off',
      DEMO: 'off',
      LOG_LEVEL: 'trace',
      SETUP_SECRET,
    },
    logTo: new Writable({
      write(chunk: Buffer, _encoding, done) {
        heard.push({ where: 'the log', text: chunk.toString() })
        done()
      },
    }),
  })
  await watch()
  keep(PEPPER, 'the pepper')
  keep(SETUP_SECRET, 'the set-up secret')
  keep('salt-key-in-tests', 'the salt key')
  keep(DIGEST, "a client's hash")
}, 60_000)
afterAll(() => product.close())

it('a day at the product leaves no digest and no token where it does not belong', async () => {
  await day()
  await everythingAsEverybody()
  await keepWritten()
  await rememberMails()

  const worked = [...statuses].filter(([, seen]) => [...seen].some((status) => status < 300)).length
  // If too many calls fail here, their answers are no longer tested.
  expect(worked).toBeGreaterThan(250)
  const kinds = new Set([...secrets.values()].map(({ what }) => what))
  for (const what of [
    'a verifier',
    'a session token',
    'a session hash',
    'a mailed token',
    'a token hash',
    'an invitation token hash',
  ])
    expect(kinds).toContain(what)
  expect(heard.filter(({ where }) => where === 'the log').length).toBeGreaterThan(0)
  expect(heard.filter(({ isMail }) => isMail).length).toBeGreaterThan(5)

  expect(leaks(heard, [...secrets.values()])).toEqual([])
}, 300_000)

it('a planted one is found, wherever it is', () => {
  const hash: Secret = { text: 'f'.repeat(64), what: 'a session hash', isMailed: false }
  const token: Secret = { text: 'mailed-token-in-tests', what: 'a mailed token', isMailed: true }
  const mail = (text: string): Heard => ({ where: 'a mail', isMail: true, text })
  expect(leaks([mail(`click ?token=${token.text}`)], [hash, token])).toEqual([])
  for (const where of ['the body of GET /api/me', 'a header of GET /', 'the log', 'public.audit_events'])
    expect(leaks([{ where, text: `…"${hash.text}"…` }], [hash, token])).toEqual([
      `a session hash in ${where}`,
    ])
  expect(leaks([mail(hash.text)], [hash])).toHaveLength(1)
  expect(leaks([{ where: 'the log', text: `GET /?token=${token.text}` }], [token])).toHaveLength(1)
  expect(leaks([mail(token.text), mail(token.text)], [token])).toHaveLength(1)
  expect(
    leaks(
      [{ where: 'the log', text: encodeURIComponent(`${DIGEST}/+=`) }],
      [{ ...hash, text: `${DIGEST}/+=` }],
    ),
  ).toHaveLength(1)
})

/** Sign-up, verification, approval, sign-in, reset, invitations, notices, impersonation: as people do them. */
async function day(): Promise<void> {
  const { fixture } = product
  const school = await fixture.school('Harbor College of Nursing')
  const admin = await fixture.person({ role: 'school_super_admin', school, fullName: 'Ada Admin' })
  const boss = await fixture.person({ role: 'superadmin', fullName: 'Sam Super' })
  const adminToken = await product.session(admin)
  const bossToken = await product.session(boss)
  const [{ code }] = (await fixture.rows<{ code: string }>(
    'select code from public.school_join_codes where school_id = $1',
    [school],
  )) as [{ code: string }]

  const email = 'nora@students.example'
  const hash = hashFor(email)
  await ask('POST', '/api/sign-in/setting', { body: { email } })
  await ask('POST', '/api/sign-up', {
    body: {
      request_id: randomUUID(),
      email,
      password_hash_input: hash,
      full_name: 'Nora Student',
      role: 'student',
      school_id: school,
      join_code: code,
    },
    expect: 200,
  })
  await ask('POST', '/api/verify-email/resend', { body: { email } })
  const link = await mailedToken(email)
  await ask('GET', `/verify-email?token=${link}`)
  await ask('GET', `/api/nowhere?token=${link}`)
  await ask('POST', '/api/verify-email', { body: { token: link }, expect: 200 })
  await ask('POST', '/api/verify-email', { body: { token: link, password_hash_input: hash }, expect: 200 })
  await ask('POST', '/api/verify-email', { body: { token: link } })
  await ask('POST', '/api/sign-in', {
    body: { email, password_hash_input: hash.replace(/.$/, 'Z') },
    expect: 401,
  })
  const signedIn = await ask('POST', '/api/sign-in', {
    body: { email, password_hash_input: hash },
    expect: 200,
  })
  const nora = cookieOf(signedIn)
  await ask('GET', '/api/me', { token: nora, expect: 200 })

  await ask('POST', '/api/reset-password/request', { body: { email }, expect: 200 })
  const reset = await mailedToken(email)
  await ask('GET', `/reset-password?token=${reset}`)
  await ask('POST', '/api/reset-password/link', { body: { token: reset }, expect: 200 })
  await ask('POST', '/api/reset-password', { body: { token: reset, password_hash_input: hash }, expect: 200 })
  await ask('POST', '/api/reset-password', { body: { token: reset, password_hash_input: hash } })

  const invitation = randomUUID()
  const invited = 'omar@students.example'
  await ask('POST', '/api/invitations', {
    token: adminToken,
    body: {
      id: invitation,
      email: invited,
      full_name: 'Omar Invited',
      role: 'student',
      school_id: school,
      message: 'Welcome',
    },
    expect: 200,
  })
  const first = await mailedToken(invited)
  await ask('POST', `/api/invitations/${invitation}/resend`, {
    token: adminToken,
    body: { key: randomUUID() },
  })
  const second = await mailedToken(invited)
  for (const token of [first, second]) {
    await ask('GET', `/accept-student-invitation?token=${token}`)
    await ask('POST', '/api/invitations/open', { body: { token } })
  }
  await ask('POST', '/api/invitations/accept', {
    body: { token: second, full_name: 'Omar Invited', password_hash_input: hashFor(invited) },
  })

  await ask('POST', '/api/announcements', {
    token: bossToken,
    body: {
      id: randomUUID(),
      audience: { kind: 'person', user_id: admin.id },
      title: 'News',
      message: 'Hello',
      action_url: null,
      by_email: true,
    },
  })
  const acted = await ask('POST', '/api/impersonation', {
    token: bossToken,
    body: { user_id: admin.id, reason: 'Help with the set-up', may_write: false },
    expect: 200,
  })
  await ask('GET', '/api/me', { token: cookieOf(acted), expect: 200 })
  await ask('DELETE', '/api/impersonation', { token: cookieOf(acted) })
  await ask('POST', '/api/bootstrap-superadmin', {
    body: { email: boss.email, password_hash_input: hashFor(boss.email), setup_secret: SETUP_SECRET },
  })
  await ask('POST', '/api/bootstrap-superadmin', {
    body: { email: boss.email, password_hash_input: hashFor(boss.email), setup_secret: `${SETUP_SECRET}?` },
  })
}

/** Every procedure, as every kind of person, with valid and with invalid input. */
async function everythingAsEverybody(): Promise<void> {
  const { fixture } = product
  const school = await fixture.school()
  const facility = await fixture.facility()
  const site = await fixture.facility({ kind: 'site', parent: facility })
  const rowOf = async (statement: string): Promise<string> =>
    (await fixture.rows<{ id: string }>(statement, [school]))[0]!.id
  const cohort = await rowOf(`insert into public.cohorts (school_id, name, start_date, expected_graduation)
    values ($1, 'Fall', '2030-08-01', '2032-05-01') returning id`)
  const semester =
    await rowOf(`insert into public.semesters (school_id, name, start_date, end_date, semester_type, academic_year)
    values ($1, 'Fall', '2030-08-01', '2030-12-20', 'fall', '2030') returning id`)
  const shift = randomUUID()
  /** Input for the calls of one feature only: what `id` means there, and names that mean something else elsewhere. */
  const days = { start: '07:00', end: '19:00', to: '2031-05-30' }
  const hintsOf: Record<string, Record<string, unknown>> = {
    cohorts: { id: cohort, expected_graduation: '2033-05-01', program_id: null },
    semesters: { ...days, id: semester },
    schools: { id: school },
    facilities: { ...days, id: facility, slug: `site-${randomUUID()}`, cms_certification_number: '520001' },
    shifts: { ...days, id: shift, start_time: '07:00', end_time: '19:00', proctor_id: null },
    entities: { kind: 'school', below_id: undefined, id: undefined },
    savedViews: { id: randomUUID(), page: '/shifts' },
    assignments: { shift_id: shift },
    hours: { id: randomUUID(), date: '2026-09-01', minutes: 60, semester_id: null, cohort_id: undefined },
  }
  const victim = await fixture.person({ role: 'student', school })
  const people: (Person | null)[] = [
    null,
    await fixture.person({ role: 'superadmin' }),
    await fixture.person({ role: 'school_super_admin', school }),
    await fixture.person({ role: 'facility_admin', facility }),
    await fixture.person({ role: 'student', school, status: 'pending' }),
    await fixture.person({ role: 'proctor', school }),
  ]
  for (const person of people) {
    const email = person?.email ?? 'someone@test.example'
    if (person) keepClientHash(await fixture.credential(person, DIGEST))
    const hints = {
      id: victim.id,
      user_id: victim.id,
      school_id: school,
      linked_school_id: school,
      linked_facility_id: null,
      facility_id: facility,
      organization_id: facility,
      parent_id: facility,
      site_id: site,
      cohort_id: cohort,
      semester_id: semester,
      student_id: victim.id,
      student_ids: [victim.id],
      time_zone: 'America/Chicago',
      state: 'WI',
      zip: undefined,
      all_sites: true,
      site_ids: [],
      program_ids: [],
      password_hash_input: hashFor(email),
      current_hash: hashFor(email),
      email,
      prefix: '5BAA6',
      role: 'student',
      version: 1,
      postal_code: '53202',
      website: 'https://www.example.edu',
      source_url: 'https://www.example.edu/rule',
      emergency_contact: 'Lee Park, +1 414 555 0123',
      reason: 'for the long day of the test',
      within: person?.role === 'facility_admin' ? 'facility' : 'school',
    }
    for (const call of everyCall()) {
      // Public calls run without a session and as one person; some are slow on purpose.
      if (call.meta.access === 'public' && person && person.role !== 'proctor') continue
      const known = { ...hints, ...hintsOf[call.name.split('.')[0]!] }
      await askFor(call, person, known, exampleOf(inputSchema(call) ?? {}, known))
      await askFor(call, person, hints, {
        id: DIGEST,
        email: 7,
        password_hash_input: hashFor(email),
        token: DIGEST.repeat(40),
      })
    }
  }
}

const sessions = new Map<string, string>()

/** One call; a session that an earlier call has ended is started again. */
async function askFor(
  call: Call,
  person: Person | null,
  hints: Record<string, unknown>,
  input: unknown,
): Promise<void> {
  const fields = Object.entries(input && typeof input === 'object' ? input : {}).filter(
    ([, value]) => value !== undefined && typeof value !== 'object',
  )
  const query = new URLSearchParams(fields.map(([name, value]) => [name, String(value)]))
  const address = fillPath(call.path, hints as Record<string, string>)
  const send = async (token: string | null): Promise<number> => {
    if (token) keep(token, 'a session token')
    const request = call.method === 'GET' ? {} : { body: input }
    const path = call.method === 'GET' ? `${address}?${query}` : address
    return (await ask(call.method, path, { token, ...request, as: call.name })).status
  }
  const known = person && (sessions.get(person.id) ?? (await product.session(person)))
  let status = await send(known)
  if (person && status === 401 && !['accounts.signIn', 'accounts.changePassword'].includes(call.name)) {
    const token = await product.session(person)
    sessions.set(person.id, token)
    status = await send(token)
  } else if (person && known) sessions.set(person.id, known)
  statuses.set(call.name, (statuses.get(call.name) ?? new Set()).add(status))
}

/** Sends a request and records the answer. */
async function ask(
  method: string,
  path: string,
  {
    expect: wanted,
    as,
    ...request
  }: Omit<Request, 'path' | 'method'> & { expect?: number; as?: string } = {},
): Promise<Answer> {
  const answer = await product.send({ method, path, ...request })
  if (wanted !== undefined)
    expect([method, path.split('?')[0], answer.status, answer.text]).toEqual([
      method,
      path.split('?')[0],
      wanted,
      answer.text,
    ])
  for (const cookie of answer.headers['set-cookie'] ?? []) {
    const value = /^[^=]+=([^;]*)/.exec(cookie)?.[1] ?? ''
    if (value !== '') keep(value, 'a session token')
  }
  const name = `${method} ${path.split('?')[0]}`
  // A kept email, read by the superadmin if no mail server is set, is that email.
  heard.push({ where: `the body of ${name}`, isMail: as === 'mails.getKept', text: answer.text })
  heard.push({
    where: `a header of ${name}`,
    text: answer.head
      .split('\n')
      .filter((line) => !/^set-cookie:/i.test(line))
      .join('\n'),
  })
  return answer
}

/** From now on the database itself records every secret that is written, even if it is deleted at once. */
async function watch(): Promise<void> {
  await product.fixture.rows(`
    create table priv.noted_in_test (id bigint generated always as identity, text text, what text, address text);
    create function priv.note_in_test() returns trigger language plpgsql security definer as $$
    begin
      insert into priv.noted_in_test (text, what, address)
        values (to_jsonb(new) ->> tg_argv[0], tg_argv[1], to_jsonb(new) ->> 'to_address');
      return null;
    end $$`)
  for (const [table, column, what] of [
    ['sessions', 'token_hash', 'a session hash'],
    ['user_tokens', 'token_hash', 'a token hash'],
    ['invitation_tokens', 'token_hash', 'an invitation token hash'],
    ['known_devices', 'token_hash', 'a device hash'],
    ['credentials', 'verifier', 'a verifier'],
    ['mails', 'body_text', 'a mail'],
  ])
    await product.fixture.rows(`create trigger note_in_test after insert or update on priv.${table}
      for each row execute function priv.note_in_test('${column}', '${what}')`)
}

async function keepWritten(): Promise<void> {
  const written = await product.fixture.rows<{ text: string; what: string }>(
    'select distinct text, what from priv.noted_in_test where text is not null',
  )
  for (const { text, what } of written) {
    if (what === 'a mail')
      for (const [, token] of text.matchAll(/[?&]token=([\w-]{16,})/g)) keep(token!, 'a mailed token', true)
    else keep(text, what)
    if (what === 'a verifier') keep(text.split('$')[2] ?? '', what)
  }
}

async function rememberMails(): Promise<void> {
  for (const mail of await product.fixture.rows('select * from priv.mails')) {
    // One email contains its link as text and as HTML.
    heard.push({ where: `a mail (${String(mail['kind'])})`, isMail: true, text: JSON.stringify(mail) })
  }
  const tables = await product.fixture.rows<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname = 'public'`,
  )
  for (const { name } of tables)
    for (const { text } of await product.fixture.rows<{ text: string }>(
      `select t::text as text from ${name} t`,
    ))
      heard.push({ where: name, text })
}

/** Where a secret appears that must not: anywhere, or for one that is emailed, anywhere but in a single email. */
function leaks(said: Heard[], hidden: Secret[]): string[] {
  const found = new Set<string>()
  for (const { text, what, isMailed } of hidden) {
    const forms = [text, encodeURIComponent(text)]
    let mails = 0
    for (const { where, isMail = false, text: all } of said) {
      if (!forms.some((form) => all.includes(form))) continue
      if (!isMailed || !isMail) found.add(`${what} in ${where}`)
      else if (where.startsWith('a mail') && ++mails > 1) found.add(`${what} in more than one mail`)
    }
  }
  return [...found].sort()
}

function keep(text: string, what: string, isMailed = false): void {
  if (text.length >= 16 || what === 'the pepper') secrets.set(text, { text, what, isMailed })
}

function keepClientHash(hash: string): void {
  keep(hash.slice(29), "a client's hash")
}

function hashFor(email: string): string {
  const hash = `${settingFor(email, product.fixture.saltKey)}${DIGEST}`
  keepClientHash(hash)
  return hash
}

/** The token in the newest email to an address. */
async function mailedToken(email: string): Promise<string> {
  // From when it was queued: what is kept of a mail in production has no token.
  const [mail] = await product.fixture.rows<{ text: string }>(
    `select text from priv.noted_in_test where what = 'a mail' and address = $1 and text ~ 'token=[\\w-]' order by id desc limit 1`,
    [email],
  )
  const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  if (!token) throw new Error(`No token was mailed to ${email}`)
  return token
}

function cookieOf({ headers }: Answer): string {
  const cookie = headers['set-cookie']?.find((one) => one.startsWith(`${product.cookie}=`))
  if (!cookie) throw new Error('No session was started')
  return cookie.slice(product.cookie.length + 1).split(';')[0]!
}
