import { Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { RecordReads } from '#features/audit/web/public.ts'
import { Banner } from '#ui/Banner.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { toast } from '#ui/toast.ts'
import { DisclosureLog } from './DisclosureLog.tsx'
import { privacy, useAskForRelease } from './queries.ts'
import { ReleaseList } from './ReleaseList.tsx'

const DirectoryChoice = lazy(() =>
  import('./DirectoryChoice.tsx').then((file) => ({ default: file.DirectoryChoice })),
)
const RecordDialog = lazyDialog(() => import('./RecordDialog.tsx').then((file) => file.RecordDialog), {
  opened: false,
})

/** A student's releases and who saw their information, for the school's page of the student. */
export function StudentPrivacy({ studentId, name }: { studentId: string; name: string }): ReactNode {
  const query = useQuery(privacy.ofStudent.queryOptions({ input: { student_id: studentId } }))
  const ask = useAskForRelease()
  const [isRecording, setRecording] = useState(false)
  const askForOne = async () => {
    const { asked } = await ask.mutateAsync({ student_ids: [studentId] })
    toast.success(asked ? `${name} was asked` : `${name} was already asked today`)
  }
  return (
    <>
      <PageSection
        title="Release of information"
        description="Facilities see the name only with a release. Record releases signed on paper here."
        actions={
          <Button variant="default" onClick={() => setRecording(true)}>
            Record a signed release
          </Button>
        }
      >
        <Loaded query={query} skeleton={<Skeletons shape="text" />} failedTitle="Releases couldn’t be loaded">
          {(found) => (
            <Stack gap="lg">
              {!found.releases.some(({ state }) => state === 'in_force') && (
                <Banner
                  kind="warning"
                  title="No release"
                  action={
                    <Button
                      variant="default"
                      size="xs"
                      loading={ask.isPending}
                      onClick={() => void askForOne().catch(() => {})}
                    >
                      Request a release
                    </Button>
                  }
                >
                  Facilities see a number instead of the name.
                </Banner>
              )}
              {found.releases.length > 0 && <ReleaseList releases={found.releases} mayRevoke />}
              <Group>
                <KeyValue items={[{ label: 'Emergency contact', value: found.emergency_contact }]} />
              </Group>
              <RecordDialog opened={isRecording} of={found} name={name} onClose={() => setRecording(false)} />
            </Stack>
          )}
        </Loaded>
      </PageSection>
      <Suspense>{query.data && <DirectoryChoice of={query.data} isOwn={false} />}</Suspense>
      <PageSection
        title="Who has seen their information"
        description="Everyone at a facility who saw the name. Entries are never removed."
      >
        <DisclosureLog studentId={studentId} />
      </PageSection>
      <PageSection
        title="Who viewed the record"
        description="Views and exports by people at the school, at facilities and at Placewell, kept for six years."
      >
        <RecordReads studentId={studentId} />
      </PageSection>
    </>
  )
}
