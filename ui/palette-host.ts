import type { Icon } from '@tabler/icons-react'

import { useEffect, useRef } from 'react'

import { createLazyHost } from './lazy-host.ts'

export interface Command {
  id: string
  label: string
  /** The heading it is listed under: "Go to", "Create". */
  group?: string
  description?: string
  keywords?: readonly string[]
  icon?: Icon
  /** Where it goes, or what it does. */
  href?: string
  action?: () => void
}

/** What a search by name found, and whether part of it failed. */
export interface Found {
  commands: readonly Command[]
  hasFailed: boolean
}

export interface PaletteProps {
  commands: readonly Command[]
  placeholder?: string
  /** Searches by name while someone types. */
  find: (words: string, signal: AbortSignal) => Promise<Found>
}

export const paletteHost = createLazyHost()

const contributions = new Set<() => readonly Command[]>()

/** The commands of the open page right now; read each time the palette opens. */
export const pageCommands = (): Command[] => [...contributions].flatMap((give) => give())

/** Offers commands while a component is mounted; `give` is called when the palette opens. */
export function usePageCommands(give: () => readonly Command[]): void {
  const newest = useRef(give)
  useEffect(() => {
    newest.current = give
  })
  useEffect(() => {
    const contribution = () => newest.current()
    contributions.add(contribution)
    return () => void contributions.delete(contribution)
  }, [])
}
