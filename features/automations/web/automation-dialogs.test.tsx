import { expect, test, vi } from 'vitest'
import { failingClient, pageAt } from '#platform/web/testing-page.tsx'
import { RuleDialog } from './RuleDialog.tsx'
import { TemplateDialog } from './TemplateDialog.tsx'

vi.mock('#ui/OpenDialog.tsx', () => import('#platform/web/testing-dialogs.tsx'))

const nothing = () => {}

test.each([
  ['rule', <RuleDialog key="" on={{}} onClose={nothing} />],
  ['template', <TemplateDialog key="" on={{}} onClose={nothing} />],
])('choices of a %s that could not be loaded are said, with Try again', async (_, dialog) => {
  const client = failingClient({ 'accounts.me': { role: 'school_admin', linked_school_id: 'x' } })
  expect((await pageAt('/', dialog, client)).words).toMatch(/Some choices couldn’t be loaded.*Try again/)
})
