import { isRefusal } from '#platform/web/api.ts'
import { CHUNK_BYTES } from '#core/file-limits.ts'
import type { FilePurpose, FileSummary } from '../contract.ts'
import { chunksOf } from '../rules.ts'

/** The calls that an upload makes. */
export type UploadCalls = {
  begin(input: { id: string; name: string; bytes: number; purpose: FilePurpose }): Promise<FileSummary>
  append(input: { id: string; chunk: number; content: string }): Promise<{ received_chunks: number }>
  finish(input: { id: string }): Promise<FileSummary>
}

export type Sending = {
  calls: UploadCalls
  id: string
  file: Blob
  name: string
  purpose: FilePurpose
  signal: AbortSignal
  /** From 0 to 1; at 1 all of it has arrived and is being checked. */
  onProgress: (share: number) => void
  /** The connection is lost; resolves when it is worth another try, the nth in a row without a new part. */
  whenReachable: (attempt: number) => Promise<void>
}

const MAX_ATTEMPTS = 8

/**
 * Sends a file part by part, and after a lost connection continues where the server is; resolves once it is checked. Throws the server's
 * refusal, what a broken network means after eight tries without a new part, and AbortError if it is stopped.
 */
export async function sendFile(sending: Sending): Promise<FileSummary> {
  let reached = 0
  for (let attempt = 1; ; attempt++)
    try {
      return await sendOnce(sending, (received) => {
        if (received > reached) [reached, attempt] = [received, 0]
      })
    } catch (error) {
      sending.signal.throwIfAborted()
      if (isRefusal(error) || attempt >= MAX_ATTEMPTS) throw error
      await sending.whenReachable(Math.max(1, attempt))
    }
}

async function sendOnce(
  { calls, id, file, name, purpose, signal, onProgress }: Sending,
  onReceived: (chunks: number) => void,
): Promise<FileSummary> {
  const begun = await calls.begin({ id, name, bytes: file.size, purpose })
  // Refused while its answer was lost: asked again, the server repeats the reason.
  if (begun.status === 'refused') return calls.finish({ id })
  if (begun.status !== 'uploading') return begun
  const chunks = chunksOf(file.size)
  for (let received = begun.received_chunks; ;) {
    onProgress(received / chunks)
    onReceived(received)
    signal.throwIfAborted()
    if (received >= chunks) return calls.finish({ id })
    const part = file.slice(received * CHUNK_BYTES, (received + 1) * CHUNK_BYTES)
    const { received_chunks: next } = await calls.append({ id, chunk: received, content: await base64(part) })
    received = next
  }
}

async function base64(part: Blob): Promise<string> {
  const bytes = new Uint8Array(await part.arrayBuffer())
  let text = ''
  // In slices, because a call cannot take as many arguments as there are bytes.
  for (let at = 0; at < bytes.length; at += 8_192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return btoa(text)
}
