import { type ComponentType, lazy, type LazyExoticComponent } from 'react'

const underWay = new Set<Promise<unknown>>()

interface LazyParts<File> {
  /** Loads the file now; rendering a part loads it too. */
  fetch: () => void
  /** One component of the file. */
  part: <Props extends object>(
    pick: (file: File) => ComponentType<Props>,
  ) => LazyExoticComponent<ComponentType<Props>>
}

/**
 * Parts of a page whose code loads next to the page: `lazyParts(() => import('./Now.tsx'))`. Parts that are already loaded render at once;
 * React's own `lazy` waits even then, and leaves a gap for up to 300 ms.
 */
export function lazyParts<File>(load: () => Promise<File>): LazyParts<File> {
  let here: File | undefined
  const fetch = async (): Promise<File> => {
    const loading = load()
    underWay.add(loading)
    try {
      return (here = await loading)
    } finally {
      underWay.delete(loading)
    }
  }
  return {
    fetch: () => void fetch().catch(() => {}), // rendering it tries again, and reports the error
    part: (pick) =>
      lazy(() =>
        here ? atOnce({ default: pick(here) }) : fetch().then((file) => ({ default: pick(file) })),
      ),
  }
}

/** Resolves when all requested code has loaded or failed. */
export const lazyPartsLoaded = (): Promise<unknown> => Promise.allSettled(underWay)

/** Looks like a promise to `lazy`, but resolves synchronously. */
function atOnce<Value>(value: Value): Promise<Value> {
  // oxlint-disable-next-line unicorn/no-thenable -- React calls it, and takes what it is given at once
  return { then: (take: (value: Value) => void) => take(value) } as unknown as Promise<Value>
}
