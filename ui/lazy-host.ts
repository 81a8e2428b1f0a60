/** A host that is loaded when first used: `wake` loads it and resolves once it has mounted. */
export interface LazyHost {
  wake: () => Promise<void>
  mounted: () => void
  subscribe: (listener: () => void) => () => void
  isWanted: () => boolean
  /** True once it has mounted. */
  isStanding: () => boolean
}

/** Keeps heavy hosts (toasts, dialogs) out of a page's first code. */
export function createLazyHost(): LazyHost {
  const listeners = new Set<() => void>()
  const ready = Promise.withResolvers<void>()
  let wanted = false
  let standing = false
  const tell = () => {
    for (const listener of listeners) listener()
  }
  return {
    wake() {
      wanted = true
      tell()
      return ready.promise
    },
    mounted() {
      standing = true
      ready.resolve()
      tell()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isWanted: () => wanted,
    isStanding: () => standing,
  }
}
