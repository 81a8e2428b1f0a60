import './mantine.css'

import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'

import { schemeKey } from './color-scheme.ts'
import { theme } from './theme.ts'

const schemes = localStorageColorSchemeManager({ key: schemeKey })

/**
 * Lets Mantine's components be used below. AppFrame and AuthFrame include it; a public page that needs a Mantine component wraps that part
 * itself, so that pages without one stay lighter. The variables are in tokens.css.
 */
export function MantineScope({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      // The classes of visibleFrom and hiddenFrom are not used, because they would be a style element in the page's body.
      withGlobalClasses={false}
      theme={theme}
      withCssVariables={false}
      colorSchemeManager={schemes}
      defaultColorScheme="auto"
    >
      {children}
    </MantineProvider>
  )
}
