import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { plainSchema, type SchemaForm, useSchemaForm } from './form.ts'

/** What a form dispatches when it is submitted. */
async function dispatchedBy(onSubmit: () => unknown): Promise<string[]> {
  const events: string[] = []
  let form: SchemaForm<{ name: string }> | undefined
  function Sample(): ReactNode {
    form = useSchemaForm(
      plainSchema<{ name: string }>(() => ({})),
      { initialValues: { name: 'Day shift' }, onSubmit },
    )
    return null
  }
  renderToString(<Sample />)
  form!.attach({ dispatchEvent: ({ type }: Event) => events.push(type) } as never)
  form!.submit()
  await new Promise((resolve) => setTimeout(resolve))
  return events
}

test('a form that was saved is compared with its saved content from now on', async () => {
  expect(await dispatchedBy(async () => {})).toEqual(['saved'])
})

test('a form whose submit saved nothing still holds what was typed', async () => {
  expect(await dispatchedBy(async () => false)).toEqual([])
})
