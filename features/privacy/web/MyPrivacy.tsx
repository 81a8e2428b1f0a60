import { Button, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { RecordReads } from '#features/audit/web/public.ts'
import { Banner } from '#ui/Banner.tsx'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { Releases } from '../contract.ts'
import { DirectoryChoice } from './DirectoryChoice.tsx'
import { DisclosureLog } from './DisclosureLog.tsx'
import { privacy, useSetEmergencyContact } from './queries.ts'
import { ReleaseForm } from './ReleaseForm.tsx'
import { ReleaseList } from './ReleaseList.tsx'

/** A student's control over what facilities see, and the list of who saw it, on the profile page. */
export function MyPrivacy({ isActedAs }: { isActedAs: boolean }): ReactNode {
  const query = useQuery({ ...privacy.mine.queryOptions(), staleTime: 0, refetchOnMount: 'always' })
  return (
    <>
      <Loaded
        query={query}
        skeleton={<Skeletons shape="form" />}
        failedTitle="Your releases couldn’t be loaded"
      >
        {(found) => (
          <>
            <MyReleases of={found} isActedAs={isActedAs} />
            <DirectoryChoice of={found} isOwn readOnly={isActedAs} />
            <EmergencyContact key={found.emergency_contact} contact={found.emergency_contact} />
          </>
        )}
      </Loaded>
      <PageSection
        title="Who has seen my information"
        description="Everyone at a facility who saw your name, and what else they saw. Entries are never removed."
      >
        <DisclosureLog />
      </PageSection>
      <PageSection
        title="Who viewed my record"
        description="Views and exports by people at your school, at facilities and at Placewell, kept for six years. Your own are left out."
      >
        <RecordReads />
      </PageSection>
    </>
  )
}

function MyReleases({ of, isActedAs }: { of: Releases; isActedAs: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const inForce = of.releases.filter(({ state }) => state === 'in_force')
  return (
    <PageSection
      title="Release of information"
      description="What your clinical sites can see about you. You decide, and you can change your mind."
      actions={
        !isOpen &&
        !isActedAs && (
          <Button variant={inForce.length === 0 ? 'filled' : 'default'} onClick={() => setOpen(true)}>
            {inForce.length === 0 ? 'Read and release' : 'Give another'}
          </Button>
        )
      }
    >
      <Stack gap="lg">
        {isActedAs && (
          <Banner kind="context">
            Only the student may give or revoke a release, signed in as themselves.
          </Banner>
        )}
        {inForce.length === 0 && (
          <Banner kind="warning" title="Facilities see a number instead of your name">
            Without a release they cannot prepare a badge for you, and your school may have to place you
            differently. A capstone project shows your name without one.
          </Banner>
        )}
        {isOpen && <ReleaseForm of={of} onDone={() => setOpen(false)} onCancel={() => setOpen(false)} />}
        {of.releases.length > 0 && <ReleaseList releases={of.releases} mayRevoke={!isActedAs} />}
      </Stack>
    </PageSection>
  )
}

const schema = plainSchema<{ emergency_contact: string }>(({ emergency_contact }) => ({
  emergency_contact: emergency_contact.length > 200 && 'At most 200 characters.',
}))

function EmergencyContact({ contact }: { contact: string | null }) {
  const save = useSetEmergencyContact()
  const form = useSchemaForm(schema, {
    initialValues: { emergency_contact: contact ?? '' },
    onSubmit: ({ emergency_contact }) => save.mutateAsync({ emergency_contact: emergency_contact || null }),
  })
  return (
    <PageSection
      title="Emergency contact"
      description="Whom to call if something happens to you. Your school sees it; a facility sees it on the day of your shift only, and only with your release."
    >
      <Form form={form} submitLabel="Save contact" label="Emergency contact">
        <TextInput
          label="Name, relation and phone"
          placeholder="Ana Ruiz, aunt, 414 555 0134"
          autoComplete="off"
          {...form.field('emergency_contact')}
        />
      </Form>
    </PageSection>
  )
}
