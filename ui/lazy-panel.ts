import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react'

/** What a button needs whose panel is loaded when first used. */
interface LazyPanel<Props> {
  /** Renders button and panel, once the button was used. */
  Panel: ComponentType<Props> | undefined
  /** For the plain button until then: hover or focus loads the code, a press opens the panel. */
  handlers: { onPointerEnter: () => void; onFocus: () => void; onClick: () => void }
}

/**
 * Keeps a menu out of a page's first code: shows a plain button until someone uses it; then `Panel` replaces it with the same button and
 * opens (useOpenOnMount).
 */
export function useLazyPanel<Props>(load: () => Promise<ComponentType<Props>>): LazyPanel<Props> {
  const [Panel, setPanel] = useState<ComponentType<Props>>()
  const fetchCode = () => void load().catch(() => {}) // a press tries again
  return {
    Panel,
    handlers: {
      onPointerEnter: fetchCode,
      onFocus: fetchCode,
      onClick: () => void load().then((found) => setPanel(() => found)),
    },
  }
}

/** The state of a panel loaded by useLazyPanel: it takes the focus of its plain button and opens. */
export function useOpenOnMount(onOpen?: () => void): {
  target: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
} {
  const target = useRef<HTMLButtonElement>(null)
  const [isOpen, show] = useState(false)
  const setOpen = (next: boolean) => {
    show(next)
    if (next) onOpen?.()
  }
  // Opened only after it is mounted, because opening notes what had the focus, to return it.
  useEffect(() => {
    target.current?.focus()
    setOpen(true)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it replaces the first
  }, [])
  return { target, isOpen, setOpen }
}
