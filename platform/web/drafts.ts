import { DRAFTS_PREFIX } from './offline-storage.ts'

// The name of a draft begins with its author's id, and only that person gets it on this device (offline-storage.ts).

/** The unsaved draft of a form of this name; undefined if there is none, or none that can be read. */
export function readDraft<Draft>(name: string): Draft | undefined {
  try {
    return JSON.parse(localStorage.getItem(DRAFTS_PREFIX + name) ?? '') as Draft
  } catch {
    return undefined
  }
}

/**
 * Keeps a form's unsaved draft on this device until it is dropped or the person signs out. If storage is full, the draft is only on the
 * page.
 */
export function saveDraft(name: string, draft: unknown): void {
  try {
    localStorage.setItem(DRAFTS_PREFIX + name, JSON.stringify(draft))
  } catch {
    // Full or forbidden: what was typed is still on the page.
  }
}

/** Drops a draft that was saved or is no longer wanted. */
export const deleteDraft = (name: string): void => localStorage.removeItem(DRAFTS_PREFIX + name)
