/** The email to preceptors without an account about the days that they have a student. */
import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '#core/plain-date.ts'
import { type Capstones, createCapstones } from './fake.ts'

let at: Capstones
beforeAll(async () => {
  at = await createCapstones()
})
afterAll(() => at.fixture.close())

/** As if what was changed had been changed some minutes ago. */
const later = () =>
  at.fixture.rows(
    `set session_replication_role = replica; update public.capstone_days set updated_at = updated_at - interval '6 minutes'; reset session_replication_role`,
  )
const mailsTo = async (email: string) =>
  (
    await at.fixture.rows<{ subject: string; body_text: string }>(
      `select subject, body_text from priv.mails where to_address = $1 and body_text like '%a project of a student of%' order by created_at, subject`,
      [email],
    )
  ).map(({ subject, body_text: text }) => ({ subject, text }))

it('names the days that were planned, changed or removed, several in one email, some minutes later, once', async () => {
  const id = await at.awaiting()
  const nomination = await at.nominate(id, at.named.sam.id)
  const [token] = (await at.links('sam@river.example')).slice(-1)
  await at.use(token!, { task: 'accept', accepts: true, reason: null })
  const [sign] = (await at.links('sam@river.example')).slice(-1)
  await at.use(sign!, { task: 'sign' })
  for (const who of [at.ada, at.people.marcus]) await at.sign(who, nomination)
  const days = [await at.plan(id, addDays(at.today, 10)), await at.plan(id, addDays(at.today, 11))]
  await at.plan(id, addDays(at.today, -2))
  await at.dueWork()
  expect(await mailsTo('sam@river.example')).toEqual([])
  await later()
  await Promise.all([at.dueWork(), at.dueWork()])
  const [first, ...none] = await mailsTo('sam@river.example')
  expect(none).toEqual([])
  expect(first).toMatchObject({
    subject: '2 days with your student are planned',
    text: expect.stringMatching(/Hello Sam Stone,[\s\S]*7:00 AM–7:00 PM[\s\S]*7:00 AM–7:00 PM/),
  })
  await later()
  await at.dueWork()
  expect(await mailsTo('sam@river.example')).toHaveLength(1)

  await call(
    at.api.changeDay,
    { id: days[0]!, change: 'remove', reason: null, ...at.key() },
    await at.as(at.ada),
  )
  await call(
    at.api.substitute,
    { id: days[1]!, preceptor_id: at.named.lee.id, reason: 'On leave that day', ...at.key() },
    await at.as(at.people.ana),
  )
  await later()
  await at.dueWork()
  expect((await mailsTo('sam@river.example')).slice(1)).toMatchObject([
    { subject: '2 days with your student do not take place' },
  ])
  expect(await mailsTo('lee@river.example')).toMatchObject([
    { subject: expect.stringMatching(/^Your student comes on /) },
  ])
})

it('goes to no preceptor with an account, who is notified', async () => {
  const { id } = await at.signed()
  await at.plan(id, addDays(at.today, 12))
  await later()
  await at.dueWork()
  expect(await mailsTo(at.priya.email)).toEqual([])
})

it('is for the worker alone: no person’s login sends an email by the id of a preceptor', async () => {
  const { sql } = await import('kysely')
  await at.fixture.act(at.people.ana, (tx) =>
    sql`select app.mail_preceptor_link(${at.named.sam.id}::uuid, 'A', 'a project of a student of B', 'C')`.execute(
      tx,
    ),
  )
  expect(await at.fixture.rows(`select 1 from priv.mails where subject = 'A'`)).toEqual([])
})
