import { setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { hash } from 'bcryptjs'
import { prehash } from '#core/password-prehash.ts'
import { PasswordHasher } from '#platform/server/passwords.ts'

// On Linux this sets the thread's own priority; elsewhere it would set the whole server's.
if (process.platform === 'linux') setPriority(19)

export type Tries = { clientSetting: string; verifier: string; candidates: readonly string[] }

const { pepper, share } = workerData as { pepper: string; share: number }
const hasher = new PasswordHasher({ pepper })

parentPort?.on('message', (tries: Tries) => {
  void isAmong(tries).then((found) => parentPort?.postMessage(found))
})

/** Rests after each try, to use at most `share` of a core. */
async function isAmong({ clientSetting, verifier, candidates }: Tries): Promise<boolean> {
  for (const candidate of candidates) {
    const began = performance.now()
    if (await hasher.verify(await hash(await prehash(candidate), clientSetting), verifier)) return true
    await pause((performance.now() - began) * (1 / share - 1))
  }
  return false
}
