/** Only the server, as `dev.ts` restarts it after each change; DATABASE_URL names the database. */
import { readConfig } from '#platform/server/config.ts'
import { openObjectStore } from '#platform/server/object-store.ts'
import { loadSecrets } from '#platform/server/secrets.ts'
import { endInOrder, fail } from './ending.ts'
import { openInstallation } from './installation.ts'
import { startProduct } from './start-product.ts'

try {
  const config = readConfig(process.env)
  const secrets = loadSecrets(config.dataDir, process.env)
  const { databaseUrls, signIns } = await openInstallation(config, secrets)
  const server = await startProduct({
    config,
    secrets,
    databaseUrls,
    signIns,
    objects: openObjectStore(config, process.env),
  })
  endInOrder(() => server.close())
} catch (error) {
  fail(error)
}
