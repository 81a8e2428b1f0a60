import { Procedure } from '@orpc/server'
import { expect, it, vi } from 'vitest'
import { answerAsRead, withWritten, WrittenJson } from './as-read.ts'

// app/as-read.db.test.ts checks the exact answer over HTTP.
const procedureOf = (answersAsRead: boolean) =>
  new Procedure({ meta: { answersAsRead }, handler: () => {} } as never)

it('puts the JSON into the answer of both protocols, whatever it contains', async () => {
  const text = '[{"title": "$& $1 as PostgreSQL wrote it"}]'
  const leaves = vi.fn<(json: string) => void>()
  const value = await answerAsRead({
    procedure: procedureOf(true),
    context: { leaves },
    next: async (call) => (
      expect(call?.context).toMatchObject({ takesWritten: true }),
      new WrittenJson(text)
    ),
  })
  expect(leaves.mock.calls).toEqual([[text]])
  expect(withWritten(JSON.stringify(value), text)).toBe(text)
  expect(withWritten(JSON.stringify({ json: value }), text)).toBe(`{"json":${text}}`)
})

it('leaves rows unchanged, and does not affect other calls', async () => {
  const leaves = vi.fn<(json: string) => void>()
  const ask = (answersAsRead: boolean) =>
    answerAsRead({
      procedure: procedureOf(answersAsRead),
      context: { leaves },
      next: async () => [{ id: 1 }],
    })
  expect(JSON.stringify(await ask(true))).toBe('[{"id":1}]')
  expect(await ask(false)).toEqual([{ id: 1 }])
  expect(leaves).not.toHaveBeenCalled()
})
