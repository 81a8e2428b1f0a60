import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { hydrateFromDocument } from './prefetched-queries.ts'

vi.mock(import('./own-zone.ts'), async (original) => ({ ...(await original()), storeTimeZone: () => {} }))
afterEach(() => void vi.unstubAllGlobals())

it('fetches as usual if the answers of the document were cut off', () => {
  const remove = vi.fn<() => void>()
  const block = { textContent: '{"isWhole":true,"answers":[{"path":["me', remove }
  vi.stubGlobal('document', { getElementById: () => block })
  const client = new QueryClient()
  hydrateFromDocument(client)
  expect(remove).toHaveBeenCalledOnce()
  expect(client.getQueryCache().getAll()).toEqual([])
})
