import { useHotkeys } from '@mantine/hooks'
import { lazy, Suspense, useSyncExternalStore } from 'react'

import { paletteHost, type PaletteProps } from './palette-host.ts'

/** Opens the command palette; the first time it is loaded for it. */
export async function openPalette(): Promise<void> {
  const [{ showPalette }] = await Promise.all([import('./CommandPalette.tsx'), paletteHost.wake()])
  showPalette()
}

const CommandPalette = lazy(() =>
  import('./CommandPalette.tsx').then((module) => ({ default: module.CommandPalette })),
)

/** Mounted once in the signed-in shell: ⌘K or Ctrl-K anywhere, fields included, opens the palette. */
export function PaletteHost(props: PaletteProps) {
  const wanted = useSyncExternalStore(paletteHost.subscribe, paletteHost.isWanted, paletteHost.isWanted)
  useHotkeys([['mod+K', () => void openPalette()]], [])
  return wanted ? (
    <Suspense>
      <CommandPalette {...props} />
    </Suspense>
  ) : null
}
