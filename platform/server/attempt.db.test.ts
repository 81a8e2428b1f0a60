import { ORPCError } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFixture, type Fixture, type Person } from '#database/testing.ts'
import { attempt } from './attempt.ts'

let fixture: Fixture
let ana: Person
beforeAll(async () => {
  fixture = await createFixture()
  ana = await fixture.person({ role: 'school_admin', school: await fixture.school(), fullName: 'Ana' })
})
afterAll(() => fixture.close())

/** Saves a name in the same transaction, then fails with this code. */
const failing = (code: string) =>
  fixture.act(ana, async (tx) => {
    const { refused } = await attempt(tx, async () => {
      await tx.updateTable('users').set({ full_name: 'Undone' }).where('id', '=', ana.id).execute()
      throw new ORPCError(code, { message: `It is ${code}.` })
    })
    const now = await tx.selectFrom('users').select('full_name').where('id', '=', ana.id).executeTakeFirst()
    return [refused?.message, now?.full_name]
  })

it('undoes a refused item and returns the refusal', async () => {
  for (const code of ['CONFLICT', 'NOT_FOUND', 'FORBIDDEN', 'BAD_REQUEST', 'UNPROCESSABLE_CONTENT'])
    expect(await failing(code)).toEqual([`It is ${code}.`, 'Ana'])
})

it('ends everything if the caller is signed out, has reached a limit, or something is broken', async () => {
  for (const code of ['UNAUTHORIZED', 'TOO_MANY_REQUESTS', 'INTERNAL_SERVER_ERROR', 'SERVICE_UNAVAILABLE'])
    await expect(failing(code)).rejects.toThrow(`It is ${code}.`)
})

it('an attempt within another undoes its own part only', async () => {
  const names: (string | undefined)[] = []
  await fixture.act(ana, async (tx) => {
    const rename = (name: string) =>
      tx.updateTable('users').set({ full_name: name }).where('id', '=', ana.id).execute()
    const note = async () =>
      names.push(
        (await tx.selectFrom('users').select('full_name').where('id', '=', ana.id).executeTakeFirst())
          ?.full_name,
      )
    const refuse = () => {
      throw new ORPCError('CONFLICT')
    }
    await attempt(tx, async () => {
      await rename('Outer')
      await attempt(tx, async () => {
        await rename('Inner')
        refuse()
      })
      await note()
      refuse()
    })
    await note()
  })
  expect(names).toEqual(['Outer', 'Ana'])
})
