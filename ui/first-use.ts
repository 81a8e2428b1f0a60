import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react'

/** What a button needs whose panel is loaded by its first use. */
interface FirstUse<Props> {
  /** Draws button and panel, once it has been asked for. */
  Panel: ComponentType<Props> | undefined
  /** For the plain button until then: pointing at it or focusing it fetches the code, pressing it opens. */
  handlers: { onPointerEnter: () => void; onFocus: () => void; onClick: () => void }
}

/**
 * Keeps a menu out of a page's first bytes: a plain button stands there until someone uses it; then `Panel` replaces
 * it with the same button, and opens (useOpensAtOnce).
 */
export function useFirstUse<Props>(load: () => Promise<ComponentType<Props>>): FirstUse<Props> {
  const [Panel, setPanel] = useState<ComponentType<Props>>()
  const fetchCode = () => void load().catch(() => {}) // pressing the button tries again
  return {
    Panel,
    handlers: {
      onPointerEnter: fetchCode,
      onFocus: fetchCode,
      onClick: () => void load().then((found) => setPanel(() => found)),
    },
  }
}

/** The state of a panel that comes by useFirstUse: it takes the focus its plain button had, and is open. */
export function useOpensAtOnce(onOpen?: () => void): {
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
  // Opened only after it stands: who opens remembers where the focus was, and gives it back.
  useEffect(() => {
    target.current?.focus()
    setOpen(true)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it replaces the first
  }, [])
  return { target, isOpen, setOpen }
}
