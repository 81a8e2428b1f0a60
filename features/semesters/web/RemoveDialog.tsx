import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { Banner } from '#ui/Banner.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { OpenModal } from '#ui/OpenDialog.tsx'
import type { Semester, SemesterDetail } from '../contract.ts'
import { archivingText, whyNot } from '../messages.ts'
import { archiveBlocker, deletionBlocker } from '../rules/ending.ts'
import { patience, semesters, useArchiveSemester, useRemoveSemester, useRestoreSemester } from './queries.ts'
import { toast } from '#ui/toast.ts'
import { useFresh } from '#ui/use-fresh.ts'

type RemoveDialogProps = { semester: Semester; onClose: () => void }

/** Deletes a semester that contains only drafts; for any other, counts what it contains and offers to archive it. */
export function RemoveDialog({ semester, onClose }: RemoveDialogProps): ReactNode {
  const query = useQuery({
    ...semesters.get.queryOptions({ input: { id: semester.id } }),
    ...patience,
    refetchOnMount: 'always',
  })
  const fresh = useFresh(query)
  return (
    <OpenModal onClose={onClose} title={`Delete ${semester.name}?`} size="md">
      <Loaded
        query={fresh}
        skeleton={<Skeletons shape="text" count={3} />}
        failedTitle="This semester couldn’t be loaded"
      >
        {(current) => (
          <Question semester={current} onClose={onClose} onRefused={() => void query.refetch()} />
        )}
      </Loaded>
    </OpenModal>
  )
}

type QuestionProps = { semester: SemesterDetail; onClose: () => void; onRefused: () => void }

function Question(props: QuestionProps): ReactNode {
  const { semester } = props
  const refused = whyNot(deletionBlocker(semester, semester.shifts_by_status))
  return refused === null ? <Deletion {...props} /> : <ArchiveInstead {...props} refused={refused} />
}

function Deletion({ semester, onClose, onRefused }: QuestionProps): ReactNode {
  const remove = useRemoveSemester()
  const { id, version, is_active: isActive, shifts_by_status: shifts } = semester
  return (
    <Stack gap="md">
      {remove.isError && (
        <Banner kind="danger" live>
          {remove.error.message}
        </Banner>
      )}
      <Text size="sm">{wordsOf(shifts['draft'] ?? 0, isActive)}</Text>
      <Choice onClose={onClose}>
        <Button
          color="red"
          data-autofocus
          loading={remove.isPending}
          onClick={() => remove.mutate({ id, version }, { onSuccess: onClose, onError: onRefused })}
        >
          Delete semester
        </Button>
      </Choice>
    </Stack>
  )
}

function ArchiveInstead({ semester, onClose, refused }: QuestionProps & { refused: string }): ReactNode {
  const archive = useArchiveSemester()
  const restore = useRestoreSemester()
  const onArchived = (archived: Semester) => {
    onClose()
    toast.undo('Semester archived successfully', () => restore.mutate({ id, version: archived.version }))
  }
  const { id, version, shifts_by_status: shifts } = semester
  const stays = whyNot(archiveBlocker(semester, shifts))
  const isArchived = semester.lifecycle === 'archived'
  return (
    <Stack gap="md">
      <Banner kind="warning" title="It cannot be deleted" live>
        {archive.error?.message ?? refused}
      </Banner>
      <Text size="sm">{stays ?? archivingText(shifts, semester.reports_missing)}</Text>
      <Choice onClose={onClose}>
        {stays === null && (
          <Button
            loading={archive.isPending}
            disabled={isArchived}
            onClick={() => archive.mutate({ id, version }, { onSuccess: onArchived })}
          >
            {isArchived ? 'Already archived' : 'Archive semester'}
          </Button>
        )}
      </Choice>
    </Stack>
  )
}

function Choice({ onClose, children }: { onClose: () => void; children: ReactNode }): ReactNode {
  return (
    <Group justify="flex-end" gap="sm">
      <Button variant="default" data-leaves onClick={onClose}>
        Cancel
      </Button>
      {children}
    </Group>
  )
}

function wordsOf(drafts: number, isActive: boolean): string {
  const holds =
    drafts === 0
      ? 'It has no shifts.'
      : `${formatNumber(drafts)} draft ${drafts === 1 ? 'shift is' : 'shifts are'} deleted with it.`
  return `${holds}${isActive ? ' Students and proctors no longer see it.' : ''} This cannot be undone.`
}
