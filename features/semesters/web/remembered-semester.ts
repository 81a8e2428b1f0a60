const keyOf = (schoolId: string): string => `placewell:semester:${schoolId}`

type Kept = Pick<Storage, 'getItem' | 'setItem'>

/** The semester chosen at each school, kept in this browser (Spec §4); if storage is blocked, until the page closes. */
export function createMemory(storage: () => Kept) {
  const listeners = new Set<() => void>()
  const unkept = new Map<string, string>()
  const tell = (): void => listeners.forEach((listener) => listener())
  return {
    recall(schoolId: string): string | null {
      try {
        return unkept.get(schoolId) ?? storage().getItem(keyOf(schoolId))
      } catch {
        return null
      }
    },
    remember(schoolId: string, semesterId: string): void {
      try {
        storage().setItem(keyOf(schoolId), semesterId)
        unkept.delete(schoolId)
      } catch {
        unkept.set(schoolId, semesterId)
      }
      tell()
    },
    /** Calls back on every choice, in this window and (through `storage` events) in others. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      globalThis.window?.addEventListener('storage', listener)
      return () => {
        listeners.delete(listener)
        globalThis.window?.removeEventListener('storage', listener)
      }
    },
  }
}

export const memory = createMemory(() => window.localStorage)
