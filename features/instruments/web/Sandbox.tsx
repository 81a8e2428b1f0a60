import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { MantineScope } from '#ui/MantineScope.tsx'
import { Page } from '#ui/Page.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { instruments } from './queries.ts'
import { TryItems } from './TryItems.tsx'

const forms = [
  { value: 'clinical-s-ni-u', label: 'Clinical evaluation, S / NI / U' },
  { value: 'aacn-domains', label: 'AACN Essentials, ten domains' },
  { value: 'clinical-judgment', label: 'Clinical judgment, 11 dimensions' },
  { value: 'met-not-met', label: 'Met / Not met' },
  { value: 'shift-quick-check', label: 'Shift quick check' },
] as const
type Key = (typeof forms)[number]['value']

/** A form to try out; nothing is stored. */
export function Sandbox(): ReactNode {
  const [key, setKey] = useState<Key>('clinical-s-ni-u')
  const query = useQuery(instruments.sample.queryOptions({ input: { key } }))
  return (
    <MantineScope>
      <Page
        title="Try a semester evaluation"
        width="narrow"
        description="Nothing you enter here is stored or sent."
        toolbar={
          <NativeSelect
            label="Form"
            data={[...forms]}
            value={key}
            onChange={(event) => setKey(event.currentTarget.value as Key)}
          />
        }
        query={query}
        skeleton={<Skeletons shape="form" />}
        failedTitle="The form couldn’t be loaded"
      >
        {({ content }) => <TryItems key={key} content={content} />}
      </Page>
    </MantineScope>
  )
}
