import { beforeAll } from 'vitest'
import { startProduct } from './product.ts'

// Journeys of one file share a product; no other file sees what they do to it, so files may run side by side.
beforeAll(async () => {
  const product = await startProduct()
  process.env['E2E_URL'] = product.url
  process.env['E2E_DATABASE_URL'] = product.adminUrl
  return product.close
})
