import { afterEach, expect, test, vi } from 'vitest'
import { deleteDraft, saveDraft, readDraft } from './drafts.ts'

afterEach(() => vi.unstubAllGlobals())

/** A browser's storage, with or without room. */
function stubStorage({ isFull = false } = {}) {
  const kept = new Map<string, string>()
  const setItem = (key: string, value: string) => {
    if (isFull) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    kept.set(key, value)
  }
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem,
    removeItem: (key: string) => kept.delete(key),
  })
  return kept
}

test('keeps a draft until it is dropped', () => {
  const kept = stubStorage()
  expect(readDraft('ana:report:1')).toBeUndefined()
  saveDraft('ana:report:1', { note: 'Half a sentence' })
  expect([...kept.keys()]).toEqual(['placewell:draft:ana:report:1'])
  expect(readDraft('ana:report:1')).toEqual({ note: 'Half a sentence' })
  deleteDraft('ana:report:1')
  expect(readDraft('ana:report:1')).toBeUndefined()
})

test('keeps nothing without room, and ignores what cannot be read: the page continues', () => {
  stubStorage({ isFull: true })
  expect(() => saveDraft('ana:report:1', {})).not.toThrow()
  expect(readDraft('ana:report:1')).toBeUndefined()
  stubStorage().set('placewell:draft:ana:report:1', '{"note":')
  expect(readDraft('ana:report:1')).toBeUndefined()
})
