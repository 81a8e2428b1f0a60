/** A host that is loaded when first used: `wake` loads it and resolves once it has mounted. */
export interface LazyHost {
  wake: () => Promise<void>
  mounted: () => void
  subscribe: (listener: () => void) => () => void
  isWanted: () => boolean
  /** True once it has mounted. */
  isMounted: () => boolean
}

/** Keeps heavy hosts (toasts, dialogs) out of a page's first code. */
export function createLazyHost(): LazyHost {
  const listeners = new Set<() => void>()
  const ready = Promise.withResolvers<void>()
  let wanted = false
  let isMounted = false
  const notify = () => {
    for (const listener of listeners) listener()
  }
  return {
    wake() {
      wanted = true
      notify()
      return ready.promise
    },
    mounted() {
      isMounted = true
      ready.resolve()
      notify()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isWanted: () => wanted,
    isMounted: () => isMounted,
  }
}
