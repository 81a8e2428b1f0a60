import { onlineManager } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { refusalMessage } from '#core/refusal.ts'
import { asUpload, featureClient, isRefusal, messageOf } from '#platform/web/api.ts'
import type { FilePurpose, filesContract, FileSummary } from '../contract.ts'
import { fileRefusals } from '../messages.ts'
import { uploadBlocker } from '../rules.ts'
import { prepareImage } from './prepare-image.ts'
import { sendFile, type UploadCalls } from './send-file.ts'

/** One file of a form, from the moment it is chosen. */
export type UploadItem = {
  /** Stays the same while the file is turned and sent again. */
  key: string
  /** The id that the form submits, once it is ready; '' before the server knows it. */
  id: string
  name: string
  thumb: string | null
  state: 'preparing' | 'uploading' | 'waiting' | 'checking' | 'ready' | 'failed'
  /** From 0 to 1. */
  progress: number
  error?: string
  /** True if it is worth another try. A refused file is refused again. */
  mayRetry?: boolean
}

/** A form's files: chosen files are uploaded at once, and stay if the form is refused. */
export type Uploads = {
  items: readonly UploadItem[]
  /** What the form submits. */
  readyIds: readonly string[]
  /** What would be lost with the form, except what a field with `restores` finds again. */
  lostKeys: readonly string[]
  /** True while something is uploading. */
  isBusy: boolean
  /** Why the form cannot be sent now: what was not uploaded would be missing without a word. */
  blocker: string | null
  add: (files: readonly File[]) => void
  remove: (key: string) => void
  retry: (key: string) => void
  /** Turns it by a quarter to the right; the file is sent again. */
  rotate: (key: string) => void
  /** After the form was submitted: empties the field, because the files now belong to the form. */
  clear: () => void
}

type Source = { file: File; quarters: number; stop: AbortController }

const calls = featureClient<typeof filesContract>('files')

const uploadCalls: UploadCalls = {
  begin: (input) => calls.begin(input),
  append: (input) => calls.append(input, asUpload),
  finish: (input) => calls.finish(input),
}

/**
 * The files of one form field, by their purpose. With `restores` the field begins with what was uploaded for this purpose and never
 * submitted: for pages that have only one such form.
 */
export function useUploads(purpose: FilePurpose, { restores = false }: { restores?: boolean } = {}): Uploads {
  const [items, setItems] = useState<readonly UploadItem[]>([])
  const sources = useRef(new Map<string, Source>())
  useEffect(() => {
    const known = sources.current
    return () => {
      for (const { stop } of known.values()) stop.abort()
    }
  }, [])

  useEffect(() => {
    if (!restores) return
    let isHere = true
    async function restore(): Promise<void> {
      // If they cannot be loaded, nothing is lost: missing files can be added again.
      const files = await calls.unkept({ purpose }).catch(() => [])
      const found = files.filter(({ status }) => status === 'ready').map(restored)
      if (isHere)
        setItems((all) => [...found.filter(({ id }) => all.every((item) => item.id !== id)), ...all])
    }
    void restore()
    return () => {
      isHere = false
    }
  }, [purpose, restores])

  const change = (key: string, to: Partial<UploadItem>): void =>
    setItems((all) => all.map((item) => (item.key === key ? { ...item, ...to } : item)))

  async function send(key: string, file: File, quarters: number): Promise<void> {
    const stop = new AbortController()
    sources.current.set(key, { file, quarters, stop })
    const id = crypto.randomUUID()
    const show = (to: Partial<UploadItem>): void => {
      if (!stop.signal.aborted) change(key, to)
    }
    try {
      const { blob, name, thumb } = await prepareImage(file, quarters)
      if (stop.signal.aborted) return
      const blocker = uploadBlocker({ name, bytes: blob.size, unkept: 0 })
      if (blocker) return show({ name, thumb, state: 'failed', error: refusalMessage(fileRefusals, blocker) })
      show({ id, name, thumb, state: 'uploading', progress: 0 })
      const done = await sendFile({
        calls: uploadCalls,
        id,
        file: blob,
        name,
        purpose,
        signal: stop.signal,
        onProgress: (progress) => show({ progress, state: progress < 1 ? 'uploading' : 'checking' }),
        whenReachable: (attempt) => {
          show({ state: 'waiting' })
          return reachable(attempt, stop.signal)
        },
      })
      show({ state: 'ready', progress: 1, name: done.name })
    } catch (error) {
      show({ state: 'failed', error: messageOf(error), mayRetry: !isRefusal(error) })
    }
  }

  /** Removes an unwanted file from the server; if that cannot be reached, the file is removed automatically in two days. */
  function forget(key: string): void {
    sources.current.get(key)?.stop.abort()
    sources.current.delete(key)
    const item = items.find((one) => one.key === key)
    if (item?.id) calls.remove({ id: item.id }).catch(() => {})
  }

  function sendAgain(key: string, turn: number): void {
    const source = sources.current.get(key)
    if (!source) return
    forget(key)
    change(key, { id: '', state: 'preparing', progress: 0 })
    void send(key, source.file, source.quarters + turn)
  }

  return {
    items,
    readyIds: items.filter(({ state }) => state === 'ready').map(({ id }) => id),
    lostKeys: items.filter(({ state }) => !restores || state !== 'ready').map(({ key }) => key),
    isBusy: isBusy(items),
    blocker: uploadsBlocker(items),
    add(files) {
      for (const file of files) {
        const key = crypto.randomUUID()
        const fresh = {
          key,
          id: '',
          name: file.name,
          thumb: null,
          state: 'preparing',
          progress: 0,
        } as const
        setItems((all) => [...all, fresh])
        void send(key, file, 0)
      }
    },
    remove(key) {
      forget(key)
      setItems((all) => all.filter((item) => item.key !== key))
    },
    retry: (key) => sendAgain(key, 0),
    rotate: (key) => sendAgain(key, 1),
    clear() {
      for (const { stop } of sources.current.values()) stop.abort()
      sources.current.clear()
      setItems([])
    },
  }
}

const isBusy = (items: readonly UploadItem[]): boolean =>
  items.some(({ state }) => state !== 'ready' && state !== 'failed')

/** Why a form with these files cannot be sent; null when it can. */
export function uploadsBlocker(items: readonly UploadItem[]): string | null {
  if (isBusy(items)) return 'Wait until the files are uploaded.'
  const failed = items.find(({ state }) => state === 'failed')
  if (!failed) return null
  return `${failed.name} was not uploaded. ${failed.mayRetry ? 'Try it again or remove it.' : 'Remove it.'}`
}

const restored = ({ id, name }: FileSummary): UploadItem => ({
  key: id,
  id,
  name,
  thumb: null,
  state: 'ready',
  progress: 1,
})

/** Resolves when it is worth trying again: once there is a connection, and a little later each time. */
function reachable(attempt: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const pause = Math.min(30_000, 500 * 2 ** attempt)
    let timer = onlineManager.isOnline() ? setTimeout(end, pause) : undefined
    const unsubscribe = onlineManager.subscribe((isOnline) => {
      if (isOnline) timer ??= setTimeout(end, 500)
    })
    signal.addEventListener('abort', end, { once: true })
    function end(): void {
      clearTimeout(timer)
      unsubscribe()
      signal.removeEventListener('abort', end)
      resolve()
    }
  })
}
