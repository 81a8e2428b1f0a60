import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { SandboxScreen } from './SandboxScreen.tsx'

it('stands without Mantine until its form is there', () => {
  expect(renderToString(<SandboxScreen />)).toContain('Loading the form…')
})
