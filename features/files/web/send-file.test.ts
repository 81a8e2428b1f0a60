import { ORPCError } from '@orpc/client'
import { expect, it } from 'vitest'
import { CHUNK_BYTES } from '#core/file-limits.ts'
import type { FileSummary } from '../contract.ts'
import { sendFile, type Sending, type UploadCalls } from './send-file.ts'

const whole = new Uint8Array(2.5 * CHUNK_BYTES).map((_, at) => at % 251)

/** A server that keeps what arrives, and fails the calls with these numbers, before or after it has done its part. */
function server({ lost = {}, refuses }: { lost?: Record<number, 'before' | 'after'>; refuses?: Error } = {}) {
  const parts: Buffer[] = []
  let calls = 0
  const lose = async <T>(work: () => T): Promise<T> => {
    const fault = lost[++calls]
    if (fault === 'before') throw new TypeError('offline')
    const answer = work()
    if (fault === 'after') throw new TypeError('offline')
    return answer
  }
  const summary = (status: FileSummary['status']) =>
    ({ status, received_chunks: parts.length }) as FileSummary
  const made: UploadCalls = {
    begin: () => lose(() => summary('uploading')),
    append: ({ chunk, content }) =>
      lose(() => {
        if (chunk === parts.length) parts.push(Buffer.from(content, 'base64'))
        return { received_chunks: parts.length }
      }),
    finish: () =>
      lose(() => {
        if (refuses) throw refuses
        return summary('ready')
      }),
  }
  return { calls: made, parts, count: () => calls }
}

const send = (calls: UploadCalls, more: Partial<Sending> = {}) =>
  sendFile({
    calls,
    id: 'a',
    file: new Blob([whole]),
    name: 'a.pdf',
    purpose: 'credential',
    signal: new AbortController().signal,
    onProgress: () => {},
    whenReachable: async () => {},
    ...more,
  })

it('sends the parts in order and complete, and reports its progress', async () => {
  const { calls, parts } = server()
  const progress: number[] = []
  expect(await send(calls, { onProgress: (share) => progress.push(share) })).toMatchObject({
    status: 'ready',
  })
  expect(Buffer.concat(parts).equals(Buffer.from(whole))).toBe(true)
  expect(progress).toEqual([0, 1 / 3, 2 / 3, 1])
})

it.each([1, 2, 3, 4, 5].flatMap((n) => [[n, 'before'] as const, [n, 'after'] as const]))(
  'continues at the same point if call %i is lost %s it arrived',
  async (call, when) => {
    const { calls, parts } = server({ lost: { [call]: when } })
    const waits: number[] = []
    expect(await send(calls, { whenReachable: async (attempt) => void waits.push(attempt) })).toMatchObject({
      status: 'ready',
    })
    expect(Buffer.concat(parts).equals(Buffer.from(whole))).toBe(true)
    expect(waits).toEqual([1])
  },
)

it('gives up after eight tries without a new part, but not while parts arrive', async () => {
  const always = server({ lost: Object.fromEntries(Array.from({ length: 99 }, (_, n) => [n + 1, 'before'])) })
  await expect(send(always.calls)).rejects.toThrow('offline')
  expect(always.count()).toBe(8)
  // Every second call is lost, and each time a part has arrived.
  const bad = server({ lost: { 3: 'before', 5: 'before', 7: 'before' } })
  expect(await send(bad.calls)).toMatchObject({ status: 'ready' })
})

it('does not retry what the server refuses', async () => {
  const { calls, count } = server({ refuses: new ORPCError('BAD_REQUEST', { message: 'A password' }) })
  await expect(send(calls)).rejects.toThrow('A password')
  expect(count()).toBe(5)
})

it('stops when asked', async () => {
  const stop = new AbortController()
  const { calls, parts } = server()
  await expect(send(calls, { signal: stop.signal, onProgress: () => stop.abort() })).rejects.toThrow('abort')
  expect(parts).toHaveLength(0)
})

it('a file that was refused while the answer was lost counts as refused, not as sent', async () => {
  const refusal = new ORPCError('CONFLICT', { status: 409, message: 'This file was checked already.' })
  const { calls } = server({ lost: { 5: 'before' }, refuses: refusal })
  let begun = 0
  const begin: UploadCalls['begin'] = async (input) =>
    begun++ > 0 ? ({ status: 'refused', received_chunks: 3 } as FileSummary) : calls.begin(input)
  await expect(send({ ...calls, begin })).rejects.toBe(refusal)
})
