import { prehash } from '#core/password-prehash.ts'

/**
 * The browser's part of the sign-in design (Spec §5): bcrypt of cost 12 with the
 * account's salt setting, over a keyed pre-hash so that neither long passwords nor odd
 * bytes are cut. Runs for a third of a second in a worker, off the main thread.
 */
export async function hashPassword(password: string, setting: string): Promise<string> {
  const message = { pre: await prehash(password), setting }
  const worker = new Worker(new URL('./bcrypt-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<string>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<string>) => resolve(data)
      worker.onerror = () =>
        reject(new Error('The password could not be prepared. Please reload the page and try again.'))
      worker.postMessage(message)
    })
  } finally {
    worker.terminate()
  }
}
