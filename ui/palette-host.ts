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

export interface PaletteProps {
  commands: readonly Command[]
  placeholder?: string
}

export const paletteHost = onDemand()
