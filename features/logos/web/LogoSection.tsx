import { Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { base64Of } from '#platform/web/base64.ts'
import { useAction } from '#platform/web/kit/use-actions.tsx'
import { FileDrop } from '#ui/FileDrop.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { PlainButton } from '#ui/PlainButton.tsx'
import type { LogoOwner } from '../contract.ts'
import { TitleLogo } from './Logo.tsx'
import { useLogos, useRemoveLogo, useSetLogo } from './queries.ts'

type LogoSectionProps = LogoOwner & {
  name: string
  /** Why it cannot be changed now. */
  blocker?: string | undefined
}

/** Shows the logo of a school or organization, and lets the user change or remove it. */
export function LogoSection({ of, owner_id: ownerId, name, blocker }: LogoSectionProps): ReactNode {
  const hasOne = useLogos([ownerId]).has(ownerId)
  const [files, setFiles] = useState<File[]>([])
  const [problem, setProblem] = useState<string>()
  const save = useSetLogo()
  const remove = useRemoveLogo()

  async function send(file: File): Promise<void> {
    const content = await base64Of(file)
    save.mutate(
      { id: crypto.randomUUID(), of, owner_id: ownerId, content },
      { onSuccess: () => setFiles([]), onError: ({ message }) => setProblem(message) },
    )
  }
  const [takeAway, dialog] = useAction({
    label: 'Remove logo',
    danger: true,
    ask: () => ({
      title: `Remove the logo of ${name}?`,
      body: 'The name will be shown without a logo everywhere.',
    }),
    run: () => remove.mutateAsync({ of, owner_id: ownerId }),
    tellsFailure: true,
  })

  return (
    <PageSection title="Logo" description="Shown next to the name, in lists and on its pages.">
      <Stack gap="sm">
        {hasOne && (
          <Group gap="md">
            <TitleLogo ownerId={ownerId} />
            <PlainButton
              variant="default"
              disabled={blocker !== undefined}
              loading={remove.isPending}
              onClick={() => takeAway({})}
            >
              Remove logo
            </PlainButton>
          </Group>
        )}
        {blocker ? (
          <Text size="sm" c="dimmed">
            {blocker}
          </Text>
        ) : (
          <FileDrop
            label={
              hasOne
                ? 'Another logo (PNG, JPEG or WebP, at most 1 MB)'
                : 'Logo (PNG, JPEG or WebP, at most 1 MB)'
            }
            files={files}
            onChange={(next) => {
              setFiles(next)
              setProblem(undefined)
            }}
            accept=".png,.jpg,.jpeg,.webp"
            maxBytes={1024 * 1024}
            error={problem}
          />
        )}
        {files[0] && (
          <div>
            <PlainButton loading={save.isPending} onClick={() => void send(files[0]!)}>
              Save logo
            </PlainButton>
          </div>
        )}
      </Stack>
      {dialog}
    </PageSection>
  )
}
