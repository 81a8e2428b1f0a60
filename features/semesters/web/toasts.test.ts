import { expect, test, vi } from 'vitest'
import type { MutationMeta } from '#platform/web/query-client.ts'
import { useCopySemester, useUndoCopy } from './copy-queries.ts'
import { useCreateSemester, useRemoveSemester, useUpdateSemester } from './queries.ts'

type Options = { meta: MutationMeta; onSuccess?: (answer: unknown, sent?: unknown) => void }
vi.mock(import('@tanstack/react-query'), async (original) => ({
  ...(await original()),
  useMutation: ((options: Options) => ({ ...options, mutate: vi.fn<() => void>() })) as never,
  useQueryClient: () => null as never,
}))
const toasts = vi.hoisted(() => ({
  undo: vi.fn<(title: string, onUndo: () => void) => void>(),
  success: vi.fn<(title: string, description: string) => void>(),
  next: vi.fn<(title: string, steps: { label: string }[], description: string) => void>(),
}))
vi.mock('#ui/toast.ts', () => ({ toast: toasts }))

const failureOf = (mutation: unknown) => {
  const { failed } = (mutation as Options).meta
  return typeof failed === 'function' ? failed('No such thing.') : failed
}

test('semesters say what was done (Spec §8)', () => {
  const done = [useCreateSemester(), useUpdateSemester(), useRemoveSemester()].map(
    (mutation) => (mutation as unknown as Options).meta.done,
  )
  expect(done).toEqual([
    'Semester created successfully',
    'Semester updated successfully',
    'Semester deleted successfully',
  ])
})

test('a copy says so and offers Undo', () => {
  const { onSuccess } = useCopySemester() as unknown as Options
  onSuccess!({ copy: { id: 'copy-1' } }, { target: { kind: 'existing' } })
  expect(toasts.undo).toHaveBeenCalledExactlyOnceWith('Semester copied successfully', expect.any(Function))
})

test('an undone copy offers to delete the semester that it created, and no other', () => {
  const copied = (useCopySemester() as unknown as Options).onSuccess!
  const undone = (useUndoCopy() as unknown as Options).onSuccess!
  const semester = { id: 'semester-2', name: 'Spring 2027' }
  copied({ copy: { id: 'copy-2' }, semester }, { target: { kind: 'new' } })
  undone({ removed: 3, kept: 0 }, { id: 'copy-2' })
  expect(toasts.next).toHaveBeenCalledExactlyOnceWith(
    'Copy undone',
    [expect.objectContaining({ label: 'Delete it' })],
    '3 drafts were removed. Spring 2027 was created by the copy and is still there.',
  )
  undone({ removed: 1, kept: 0 }, { id: 'copy-1' })
  expect(toasts.success).toHaveBeenCalledExactlyOnceWith('Copy undone', '1 draft was removed.')
})

test('a failure is shown with its cause (Spec §8)', () => {
  expect(
    [useCreateSemester(), useUpdateSemester(), useCopySemester(), useRemoveSemester()].map(failureOf),
  ).toEqual([
    'Failed to create semester: No such thing.',
    'Failed to update semester: No such thing.',
    'Failed to copy semester: No such thing.',
    'Failed to delete semester: No such thing.',
  ])
  expect(failureOf(useUndoCopy())).toBe('Failed to undo the copy: No such thing.')
})
