import { Button, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { PageSection } from '#ui/PageSection.tsx'
import { DepartureNotice } from './DepartureNotice.tsx'
import { LazyDepartureDialog } from './LazyDepartureDialog.tsx'

/** On the user's own profile: closes their account, now or after a last day. */
export function LeaveAccount({ me }: { me: { id: string; full_name: string } }): ReactNode {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <PageSection title="Leave Placewell">
      <Stack gap="md" align="start">
        <DepartureNotice person={me} isOwn />
        <Text size="sm">
          Deactivates your account. First you decide what happens to your shifts, seats and requests. An
          administrator can reactivate it.
        </Text>
        <Button color="red" variant="outline" onClick={() => setIsOpen(true)}>
          Deactivate my account
        </Button>
      </Stack>
      <LazyDepartureDialog person={isOpen ? me : null} isOwn onClose={() => setIsOpen(false)} />
    </PageSection>
  )
}
