import { useHotkeys } from '@mantine/hooks'
import { lazy, Suspense, useCallback, useState, useSyncExternalStore } from 'react'

import { lazyDialog } from './lazy-dialog.tsx'
import { paletteHost, type PaletteProps } from './palette-host.ts'
import { useSingleKey } from './shortcuts.ts'

/** Opens the command palette; the first time it is loaded for it. */
export async function openPalette(): Promise<void> {
  const [{ showPalette }] = await Promise.all([import('./CommandPalette.tsx'), paletteHost.wake()])
  showPalette()
}

const CommandPalette = lazy(() =>
  import('./CommandPalette.tsx').then((module) => ({ default: module.CommandPalette })),
)

const ShortcutsDialog = lazyDialog(
  () => import('./ShortcutsDialog.tsx').then((file) => file.ShortcutsDialog),
  { opened: false },
)

/**
 * Mounted once in the signed-in shell: ⌘K or Ctrl-K anywhere, fields included, opens the palette; outside of fields a slash does too,
 * and a question mark shows the keys.
 */
export function PaletteHost(props: PaletteProps) {
  const wanted = useSyncExternalStore(paletteHost.subscribe, paletteHost.isWanted, paletteHost.isWanted)
  useHotkeys([['mod+K', () => void openPalette()]], [])
  const [isShowingKeys, showKeys] = useState(false)
  const search = useCallback(() => void openPalette(), [])
  const help = useCallback(() => showKeys(true), [])
  useSingleKey('/', search)
  useSingleKey('?', help)
  const keys = {
    id: 'keyboard shortcuts',
    label: 'Keyboard shortcuts',
    keywords: ['keys', 'help'],
    action: help,
  }
  return (
    <>
      {wanted && (
        <Suspense>
          <CommandPalette {...props} commands={[...props.commands, keys]} />
        </Suspense>
      )}
      <ShortcutsDialog opened={isShowingKeys} onClose={() => showKeys(false)} />
    </>
  )
}
