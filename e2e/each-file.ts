import { beforeAll } from 'vitest'
import { startProduct } from './product.ts'

// Journeys in one file share a product; other files have their own, so files can run in parallel.
beforeAll(async () => {
  const product = await startProduct()
  process.env['E2E_URL'] = product.url
  process.env['E2E_DATABASE_URL'] = product.adminUrl
  return product.close
})
