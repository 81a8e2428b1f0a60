import { useState } from 'react'

/**
 * Ids for one form: the same content gets the same id, so that a request repeated on a bad connection creates one row. Content that was
 * changed after a refusal gets a new id.
 */
export function contentIds(): (content: unknown) => string {
  let last = { content: '', id: '' }
  return (content) => {
    const text = JSON.stringify(content)
    if (last.content !== text) last = { content: text, id: crypto.randomUUID() }
    return last.id
  }
}

/** `contentIds` for as long as the form is open. */
export const useContentId = (): ((content: unknown) => string) => useState(contentIds)[0]
