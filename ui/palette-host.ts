import type { Icon } from '@tabler/icons-react'

import { useEffect, useRef } from 'react'

import { onDemand } from './on-demand.ts'

export interface Command {
  id: string
  label: string
  /** Heading it stands under: "Go to", "Create". */
  group?: string
  description?: string
  keywords?: readonly string[]
  icon?: Icon
  /** Where it leads, or what it does. */
  href?: string
  action?: () => void
}

/** What was found by name, and whether something could not be asked. */
export interface Found {
  commands: readonly Command[]
  hasFailed: boolean
}

export interface PaletteProps {
  commands: readonly Command[]
  placeholder?: string
  /** Finds things by name while someone types. */
  find: (words: string, signal: AbortSignal) => Promise<Found>
}

export const paletteHost = onDemand()

const contributions = new Set<() => readonly Command[]>()

/** What the page that is open offers right now; asked each time the palette opens. */
export const pageCommands = (): Command[] => [...contributions].flatMap((give) => give())

/** Offers commands for as long as a component is on the page; `give` is asked when the palette opens. */
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
