import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { MantineScope } from '#ui/MantineScope.tsx'
import { Page } from '#ui/Page.tsx'
import { PublicFrame } from '#ui/PublicFrame.tsx'
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

/** A public sandbox of the semester evaluation: anyone tries a form, nothing is stored (Spec §2: /test/semester-evaluation). */
export function SandboxScreen(): ReactNode {
  const [key, setKey] = useState<Key>('clinical-s-ni-u')
  const query = useQuery(instruments.sample.queryOptions({ input: { key } }))
  return (
    <PublicFrame nav={[{ label: 'Sign in', href: '/login' }]}>
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
          failedTitle="The form could not be loaded"
        >
          {({ content }) => <TryItems key={key} content={content} />}
        </Page>
      </MantineScope>
    </PublicFrame>
  )
}
