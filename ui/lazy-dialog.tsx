import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'

/**
 * A dialog or drawer that is loaded when it first opens; `closed` has the properties that keep it closed: `lazyDialog(() =>
 * import('./Invite.tsx').then((file) => file.Invite), { opened: false })`.
 */
export function lazyDialog<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  closed: Partial<Props>,
): (props: Props) => ReactNode {
  const isOpen = (props: Props) =>
    Object.entries(closed).some(([name, value]) => props[name as never] !== value)
  const Fetched = lazy(async () => {
    const Dialog = await load()
    // Rendered closed first, because an opening dialog notes what had the focus, to return it.
    function Dialogue(props: Props) {
      const [isMounted, setMounted] = useState(false)
      useEffect(() => setMounted(true), [])
      return <Dialog {...props} {...(isMounted ? undefined : closed)} />
    }
    return { default: Dialogue as ComponentType<object> }
  })
  return function LazyDialog(props) {
    const [isWanted, want] = useState(false)
    if (!isWanted && isOpen(props)) want(true)
    return isWanted ? (
      <Suspense>
        <Fetched {...props} />
      </Suspense>
    ) : null
  }
}
