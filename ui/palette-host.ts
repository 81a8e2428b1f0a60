import type { Icon } from '@tabler/icons-react'

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

/** What was found by name, and whether that is all. */
export interface Found {
  commands: readonly Command[]
  isSearching: boolean
  hasFailed: boolean
}

export interface PaletteProps {
  commands: readonly Command[]
  placeholder?: string
  /** What is typed, and what was found by it. */
  words: string
  onWords: (words: string) => void
  found: Found
}

export const paletteHost = onDemand()
