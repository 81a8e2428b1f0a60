import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { KeyValue } from '#ui/KeyValue.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import type { Preceptor } from '../contract.ts'
import { preceptors } from './queries.ts'

const PreceptorDrawer = lazyDialog(() => import('./PreceptorDrawer.tsx').then((m) => m.PreceptorDrawer), {
  opened: false,
})

/** A preceptor's own profile, which schools read: license, experience, orientation, number of students. */
export function MyProfiles(): ReactNode {
  const query = useQuery(preceptors.mine.queryOptions())
  const [changed, setChanged] = useState<Preceptor>()
  return (
    <>
      {(query.data ?? []).map((one) => (
        <PageSection
          key={one.id}
          title={`Your profile at ${one.facility_name}`}
          actions={
            <Button variant="default" onClick={() => setChanged(one)}>
              Edit profile
            </Button>
          }
        >
          <KeyValue
            items={[
              {
                label: 'License',
                value: [one.license_type, one.license_no, one.license_state].filter(Boolean).join(' '),
              },
              {
                label: 'Valid through',
                value: one.license_expires_on && formatDate(one.license_expires_on, 'long'),
              },
              {
                label: 'Orientation',
                value: one.orientation_completed_on && formatDate(one.orientation_completed_on, 'long'),
              },
              {
                label: 'Students at once',
                value: `At most ${one.max_students}${one.accepts ? '' : ', none now'}`,
              },
            ]}
          />
        </PageSection>
      ))}
      <PreceptorDrawer
        opened={changed !== undefined}
        preceptor={changed}
        onClose={() => setChanged(undefined)}
      />
    </>
  )
}
