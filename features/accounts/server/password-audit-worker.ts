import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { hash } from 'bcryptjs'
import { prehash } from '#core/password-prehash.ts'
import { settingOf } from '#platform/server/passwords.ts'

// On Linux this is the thread's own priority; elsewhere it would be the whole server's.
if (process.platform === 'linux') setPriority(19)

const candidates = Promise.all((workerData as string[]).map(prehash))

parentPort?.on('message', ({ clientHash, own }: { clientHash: string; own: string[] }) => {
  void isAmong(clientHash, own).then((found) => parentPort?.postMessage(found))
})

async function isAmong(clientHash: string, own: string[]): Promise<boolean> {
  for (const candidate of [...(await Promise.all(own.map(prehash))), ...(await candidates)])
    if ((await hash(candidate, settingOf(clientHash))) === clientHash) return true
  return false
}
