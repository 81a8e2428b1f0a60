import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TenantSearch } from './TenantSearch.tsx'

const fieldOf = (value: string) =>
  renderToStaticMarkup(
    <MantineProvider env="test">
      <TenantSearch
        kind="school"
        label="School"
        value={value}
        onChange={() => {}}
        knownName="Harborview College"
      />
    </MantineProvider>,
  )

test('the search names what was requested before only while it is chosen', () => {
  expect(fieldOf('s1')).toContain('value="Harborview College"')
  expect(fieldOf('')).not.toContain('Harborview College')
})
