import { Procedure } from '@orpc/server'
import { expect, it, vi } from 'vitest'
import { sendUncheckedOutput, withRawJson, RawJson } from './unchecked-output.ts'

// app/unchecked-output.db.test.ts checks the exact answer over HTTP.
const procedureOf = (skipsOutputChecks: boolean) =>
  new Procedure({ meta: { skipsOutputChecks }, handler: () => {} } as never)

it('puts the JSON into the answer of both protocols, whatever it contains', async () => {
  const text = '[{"title": "$& $1 as PostgreSQL wrote it"}]'
  const sendRawJson = vi.fn<(json: string) => void>()
  const value = await sendUncheckedOutput({
    procedure: procedureOf(true),
    context: { sendRawJson },
    next: async (call) => (expect(call?.context).toMatchObject({ acceptsRawJson: true }), new RawJson(text)),
  })
  expect(sendRawJson.mock.calls).toEqual([[text]])
  expect(withRawJson(JSON.stringify(value), text)).toBe(text)
  expect(withRawJson(JSON.stringify({ json: value }), text)).toBe(`{"json":${text}}`)
})

it('leaves rows unchanged, and does not affect other calls', async () => {
  const sendRawJson = vi.fn<(json: string) => void>()
  const ask = (skipsOutputChecks: boolean) =>
    sendUncheckedOutput({
      procedure: procedureOf(skipsOutputChecks),
      context: { sendRawJson },
      next: async () => [{ id: 1 }],
    })
  expect(JSON.stringify(await ask(true))).toBe('[{"id":1}]')
  expect(await ask(false)).toEqual([{ id: 1 }])
  expect(sendRawJson).not.toHaveBeenCalled()
})
