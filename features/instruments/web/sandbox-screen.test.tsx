import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { SandboxScreen } from './SandboxScreen.tsx'

it('works without Mantine until its form loads', () => {
  expect(renderToString(<SandboxScreen />)).toContain('Loading the form…')
})
