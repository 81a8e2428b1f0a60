import { useHotkeys } from '@mantine/hooks'
import { type ComponentType, Suspense, useCallback, useState, useSyncExternalStore } from 'react'

import { lazyDialog } from './lazy-dialog.tsx'
import { type Command, paletteHost } from './palette-host.ts'
import { useSingleKey } from './shortcuts.ts'

/** Opens the command palette, and loads it the first time. */
export async function openPalette(): Promise<void> {
  const [{ showPalette }] = await Promise.all([import('./CommandPalette.tsx'), paletteHost.wake()])
  showPalette()
}

const ShortcutsDialog = lazyDialog(
  () => import('./ShortcutsDialog.tsx').then((file) => file.ShortcutsDialog),
  { opened: false },
)

/**
 * Mounted once in the signed-in layout: ⌘K or Ctrl-K anywhere, fields included, opens the palette; outside of fields a slash does too, and
 * a question mark shows the shortcuts. `palette` is loaded when first opened, and also offers `more`.
 */
export function PaletteHost({ palette: Palette }: { palette: ComponentType<{ more: readonly Command[] }> }) {
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
          <Palette more={[keys]} />
        </Suspense>
      )}
      <ShortcutsDialog opened={isShowingKeys} onClose={() => showKeys(false)} />
    </>
  )
}
