import { type ComponentType, lazy, type LazyExoticComponent } from 'react'

const underWay = new Set<Promise<unknown>>()

interface LaterParts<File> {
  /** Asks for the file now; drawing a part asks as well. */
  fetch: () => void
  /** One component of the file. */
  part: <Props extends object>(
    pick: (file: File) => ComponentType<Props>,
  ) => LazyExoticComponent<ComponentType<Props>>
}

/**
 * Parts of a page whose code comes next to the page: `laterParts(() => import('./Now.tsx'))`. What is there already is rendered at
 * once; React's own `lazy` waits even then, and leaves a gap for up to 300 ms.
 */
export function laterParts<File>(load: () => Promise<File>): LaterParts<File> {
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
    fetch: () => void fetch().catch(() => {}), // drawing it tries again, and tells
    part: (pick) =>
      lazy(() =>
        here ? atOnce({ default: pick(here) }) : fetch().then((file) => ({ default: pick(file) })),
      ),
  }
}

/** Resolves when nothing that was asked for is still on its way. */
export const partsAreHere = (): Promise<unknown> => Promise.allSettled(underWay)

/** A promise as far as `lazy` looks, that has no need to be waited for. */
function atOnce<Value>(value: Value): Promise<Value> {
  // oxlint-disable-next-line unicorn/no-thenable -- React calls it, and takes what it is given at once
  return { then: (take: (value: Value) => void) => take(value) } as unknown as Promise<Value>
}
