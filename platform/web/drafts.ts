import { DRAFTS } from './waited.ts'

// The name of a draft begins with the id of the person whose it is, who alone finds it on this device (waited.ts).

/** What a form of this name has not saved yet; undefined where nothing is kept, or nothing that can be read. */
export function readDraft<Draft>(name: string): Draft | undefined {
  try {
    return JSON.parse(localStorage.getItem(DRAFTS + name) ?? '') as Draft
  } catch {
    return undefined
  }
}

/** Keeps what a form has not saved yet on this device, until it is dropped or the person signs out. Without room for it, it is on the page alone. */
export function keepDraft(name: string, draft: unknown): void {
  try {
    localStorage.setItem(DRAFTS + name, JSON.stringify(draft))
  } catch {
    // Full, or not allowed: what is typed is still on the page.
  }
}

/** Drops what was saved, or is no longer wanted. */
export const dropDraft = (name: string): void => localStorage.removeItem(DRAFTS + name)
