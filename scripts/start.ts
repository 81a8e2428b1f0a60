import { flushCompileCache } from 'node:module'
import type { RunningServer } from '#app/server.ts'
import { readConfig } from '#platform/server/config.ts'
import { openObjectStore } from '#platform/server/object-store.ts'
import { loadSecrets } from '#platform/server/secrets.ts'
import { buildWebApp } from './build.ts'
import { endInOrder, fail } from './ending.ts'
import { type Installation, openInstallation } from './installation.ts'
import { assertPortsFree, welcome } from './start-lines.ts'
import { startProduct } from './start-product.ts'

let installation: Installation | undefined
let server: RunningServer | undefined

try {
  const config = readConfig(process.env)
  await assertPortsFree(config)
  const secrets = loadSecrets(config.dataDir, process.env)
  endInOrder(async () => {
    if (server) console.log('\nStopping…')
    await server?.close()
    await installation?.close()
  })
  const objects = openObjectStore(config, process.env)
  const opening = openInstallation(config, secrets)
  const [opened, built] = await Promise.allSettled([opening, buildWebApp(console.log)])
  if (opened.status === 'rejected') throw opened.reason
  installation = opened.value
  if (built.status === 'rejected') throw built.reason
  const { databaseUrls, signIns } = installation
  server = await startProduct({ config, secrets, objects, databaseUrls, signIns })
  // Written now, in case this process is killed.
  flushCompileCache()
  welcome(config, server.url, signIns)
} catch (error) {
  await installation?.close()
  fail(error)
}
